import { readModel } from '@ultimate/event-store/read-model.ts'
import { evolve, factsWith, initialState, yearOf } from '@ultimate/events/staff/edition.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import type { EditionSettings } from '@ultimate/events/staff/edition-schema.ts'
import type { EditionEvent } from '@ultimate/events/staff/events.ts'
import type { Sql } from 'postgres'

/** What was set about an edition; no row until the first change. */
export type EditionRow = {
  /** Its year. */
  readonly id: string
  readonly settings: EditionSettings
  readonly version: number
}

export const editions = readModel<EditionRow, EditionEvent>({
  table: 'editions',
  version: 1,
  category: 'edition',
  columns: {
    id: { type: 'text' },
    settings: { type: 'jsonb' },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => String(yearOf(metadata.stream)),
  evolve: (row, event) => ({
    id: String(yearOf(event.metadata.stream)),
    settings: evolve(row?.settings ?? initialState(), event),
    version: event.metadata.version,
  }),
})

/** Those of which something is set, and the current one; the newest first. */
export async function readEditions(sql: Sql, current: string): Promise<Edition[]> {
  const rows = await sql<EditionRow[]>`select id, settings, version from editions`
  const known = new Map(rows.map((row) => [row.id, row]))
  const years = [...new Set([current, ...known.keys()])].toSorted().toReversed()
  return years.map((year) => answerOf(known.get(year) ?? { id: year, settings: initialState(), version: 0 }, current))
}

const answerOf = ({ id, settings, version }: EditionRow, current: string): Edition => {
  const { game_rules, venue, ...facts } = factsWith(Number(id), settings)
  return {
    year: Number(id),
    ...facts,
    venue: { ...venue, bounds: venue.bounds && [...venue.bounds] },
    game_rules: [...game_rules],
    state: id === current ? 'current' : id < current ? 'past' : 'next',
    version,
  }
}
