import { type Division, divisions } from '@ultimate/events/tournament/team.ts'
import type { PostedBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type StoredAnswer, useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { useSchedule, weekendQuery } from '../queries.ts'

/** The brackets that visitors see, or also those that staff have not posted. */
type View = 'public' | 'draft'

function buildBracketQuery(division: Division, view: View) {
  const stored: StoredAnswer = {
    key: ['scores', 'bracket', division, view],
    form: 1,
    ...(view === 'public' && { isPublic: true }),
  }
  const query = view === 'draft' ? ({ draft: 'true' } as const) : {}
  const useBracket = weekendQuery({
    stored,
    // A new schedule moves its games as well.
    topics: ['schedule'],
    read: (signal) => call('GET /api/brackets/{division}', { params: { division }, query }, { signal }),
  })
  return { stored, useBracket }
}

const shown = {
  public: { comp: buildBracketQuery('comp', 'public'), rec: buildBracketQuery('rec', 'public') },
  draft: { comp: buildBracketQuery('comp', 'draft'), rec: buildBracketQuery('rec', 'draft') },
} as const

/** The key of what staff see. */
export const draftKey = (division: Division) => shown.draft[division].stored.key

export type BothBrackets = Readonly<Record<Division, PostedBracket>>

/** The brackets of both divisions with their results, as they are now. */
export function useBrackets(view: View) {
  const of = shown[view]
  const comp = of.comp.useBracket()
  const rec = of.rec.useBracket()
  const storedAt = [useStoredAnswer(of.comp.stored), useStoredAnswer(of.rec.stored)].filter((at) => at !== null)
  const brackets: BothBrackets | undefined = comp.data && rec.data ? { comp: comp.data, rec: rec.data } : undefined
  return {
    brackets,
    error: comp.error ?? rec.error,
    isFetching: comp.isFetching || rec.isFetching,
    readAt: Math.min(comp.dataUpdatedAt, rec.dataUpdatedAt),
    /** The time at which the older stored answer came; null where both are the server's. */
    storedAt: storedAt.length > 0 ? Math.min(...storedAt) : null,
    retry: () => void Promise.all([comp.refetch(), rec.refetch()]),
  }
}

/** Staff place games on fields before a schedule is public. */
export const useScheduleDraft = weekendQuery({
  stored: { key: ['schedule', 'fields'], form: 1 },
  topics: ['scores'],
  read: (signal) => call('GET /api/schedule/draft', {}, { signal }),
})

const schedules = { public: useSchedule, draft: useScheduleDraft } as const

/** Names of fields by their ids. */
export function useFieldNames(view: View): ReadonlyMap<string, string> {
  const useFields = schedules[view]
  return new Map(useFields().data?.fields.map(({ id, name }) => [id, name]))
}

/** The division that an address without one shows. */
export const firstWithBracket = (brackets: BothBrackets): Division =>
  divisions.find((division) => brackets[division].bracket !== null) ?? 'comp'
