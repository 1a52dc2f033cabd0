import { readModel } from '@ultimate/event-store/read-model.ts'
import { type EditionState, evolve, factsWith, initialState, yearOf } from '@ultimate/events/staff/edition.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { type EditionSettings, storedFacts } from '@ultimate/events/staff/edition-schema.ts'
import type { EditionEvent } from '@ultimate/events/staff/events.ts'
import type { Sql } from 'postgres'

/** The settings of an edition, and whether visitors see it; there is no row until the first change. */
export type EditionRow = {
  /** Its year. */
  readonly id: string
  readonly settings: EditionSettings
  readonly status: EditionState['status']
  /** The edition after which this one was started. */
  readonly after: string | null
  /** The edition that visitors saw before this one was published. */
  readonly former: string | null
  readonly version: number
}

export const editions = readModel<EditionRow, EditionEvent>({
  table: 'editions',
  version: 2,
  category: 'edition',
  columns: {
    id: { type: 'text' },
    settings: { type: 'jsonb' },
    status: { type: 'text' },
    after: { type: 'text', nullable: true },
    former: { type: 'text', nullable: true },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => String(yearOf(metadata.stream)),
  evolve: (row, event) => ({
    ...evolve(row ?? initialState(), event),
    id: String(yearOf(event.metadata.stream)),
    version: event.metadata.version,
  }),
})

/** The editions as the database has them. `current` is the one that visitors see. */
export interface KnownEditions {
  readonly current: string
  /** The started ones, those with settings, the current one and past years with data; the newest first. */
  readonly editions: readonly Edition[]
}

/**
 * Reads all editions. `yearsWithData` are those of which a module has data, also without a start in the settings; `first`
 * is current until a director publishes another edition.
 */
export async function readEditions(
  sql: Sql,
  { first, yearsWithData }: { first: string; yearsWithData: readonly string[] },
): Promise<KnownEditions> {
  const rows = await sql<EditionRow[]>`select * from editions`
  const current = findCurrentYear(rows) ?? first
  const rowsByYear = new Map(rows.filter(({ status }) => status !== 'removed').map((row) => [row.id, row]))
  // A later year than the current one is an edition only if it was started.
  const years = [...new Set([current, ...yearsWithData.filter((year) => year < current), ...rowsByYear.keys()])]
    .toSorted()
    .toReversed()
  const editions = years.map((year) => buildAnswer(rowsByYear.get(year) ?? emptyRow(year), current))
  return { current, editions }
}

/** Returns the year that was published last; before the first publication, the one after which the next was started. */
function findCurrentYear(rows: readonly EditionRow[]): string | null {
  const published = rows.filter(({ status }) => status === 'published')
  // Each published edition names the one before it, so no edition names the newest.
  const formers = new Set(published.map(({ former }) => former))
  const newest = published.find(({ id }) => !formers.has(id))
  return newest?.id ?? rows.find(({ after }) => after !== null)?.after ?? null
}

const emptyRow = (id: string): EditionRow => ({ id, ...initialState(), version: 0 })

function buildAnswer({ id, settings, status, version }: EditionRow, current: string): Edition {
  return {
    year: Number(id),
    ...storedFacts(factsWith(Number(id), settings)),
    state: id === current ? 'current' : status === 'next' ? 'next' : 'past',
    version,
  }
}

/**
 * Reads the edition of the newest event; null for an empty log. Before the first publication, that is the current one.
 */
export async function readNewestEdition(sql: Sql): Promise<string | null> {
  const [newest] = await sql<{ edition: string }[]>`select edition from events order by position desc limit 1`
  return newest?.edition ?? null
}
