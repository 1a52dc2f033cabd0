import { type Division, divisions } from '@ultimate/events/tournament/team.ts'
import type { PostedBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type StoredAnswer, useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { createWeekendHook, useSchedule } from '../queries.ts'

/** The brackets that visitors see, or also those that staff have not posted. */
type View = 'public' | 'draft'

function buildBracketQuery(division: Division, view: View) {
  const stored: StoredAnswer = {
    key: ['scores', 'bracket', division, view],
    form: 1,
    ...(view === 'public' && { isPublic: true }),
  }
  const query = view === 'draft' ? ({ draft: 'true' } as const) : {}
  const useBracket = createWeekendHook({
    stored,
    // A new schedule also moves the games of the bracket.
    topics: ['schedule'],
    read: (signal) => call('GET /api/brackets/{division}', { params: { division }, query }, { signal }),
  })
  return { stored, useBracket }
}

const queries = {
  public: { comp: buildBracketQuery('comp', 'public'), rec: buildBracketQuery('rec', 'public') },
  draft: { comp: buildBracketQuery('comp', 'draft'), rec: buildBracketQuery('rec', 'draft') },
} as const

/** The key of the bracket that staff see. */
export const draftKey = (division: Division) => queries.draft[division].stored.key

export type BothBrackets = Readonly<Record<Division, PostedBracket>>

/** Reads the brackets of both divisions with their results. */
export function useBrackets(view: View) {
  const byDivision = queries[view]
  const comp = byDivision.comp.useBracket()
  const rec = byDivision.rec.useBracket()
  const storedAt = [useStoredAnswer(byDivision.comp.stored), useStoredAnswer(byDivision.rec.stored)].filter(
    (at) => at !== null,
  )
  const brackets: BothBrackets | undefined = comp.data && rec.data ? { comp: comp.data, rec: rec.data } : undefined
  return {
    brackets,
    error: comp.error ?? rec.error,
    isFetching: comp.isFetching || rec.isFetching,
    readAt: Math.min(comp.dataUpdatedAt, rec.dataUpdatedAt),
    /** The time of the older stored answer; null where both answers came from the server. */
    storedAt: storedAt.length > 0 ? Math.min(...storedAt) : null,
    retry: () => void Promise.all([comp.refetch(), rec.refetch()]),
  }
}

/** Reads the schedule's draft: staff place games on fields before a schedule is public. */
export const useScheduleDraft = createWeekendHook({
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
