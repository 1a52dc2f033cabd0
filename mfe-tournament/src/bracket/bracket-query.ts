import { type Division, divisions } from '@ultimate/events/tournament/team.ts'
import type { PostedBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { useLiveReads } from '@ultimate/kit/live/live-reads.ts'
import { ownReads } from '@ultimate/kit/live/own-reads.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useState } from 'react'

/** `draft`: also one that is not posted, for staff. */
export const bracketKey = (division: Division, draft: boolean): LiveKey => [
  'scores',
  'bracket',
  division,
  draft ? 'draft' : 'public',
]

function useBracket(division: Division, draft: boolean) {
  const [reads] = useState(ownReads)
  const key = bracketKey(division, draft)
  const query = draft ? ({ draft: 'true' } as const) : {}
  // A new schedule moves its games as well.
  useLiveReads({ topics: ['schedule'], reads, readAgain: () => void refresh(key) })
  return useLiveQuery({
    key,
    read: (wanted) =>
      reads.read(
        (signal) => call('GET /api/brackets/{division}', { params: { division }, query }, { signal }),
        undefined,
        wanted,
      ),
  })
}

export type BothBrackets = Readonly<Record<Division, PostedBracket>>

/** The brackets of both divisions with their results, as they are now. */
export function useBrackets({ draft }: { readonly draft: boolean }) {
  const comp = useBracket('comp', draft)
  const rec = useBracket('rec', draft)
  const both: BothBrackets | undefined = comp.data && rec.data ? { comp: comp.data, rec: rec.data } : undefined
  return {
    brackets: both,
    error: comp.error ?? rec.error,
    isFetching: comp.isFetching || rec.isFetching,
    readAt: Math.min(comp.dataUpdatedAt, rec.dataUpdatedAt),
    retry: () => void Promise.all([comp.refetch(), rec.refetch()]),
  }
}

/** The division that an address without one shows. */
export const firstWithBracket = (brackets: BothBrackets): Division =>
  divisions.find((division) => brackets[division].bracket !== null) ?? 'comp'
