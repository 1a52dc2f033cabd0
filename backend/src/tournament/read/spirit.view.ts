import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SpiritEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { evolve, initialState, parseSheet, type Sheet } from '@ultimate/events/tournament/weekend/spirit.ts'
import type { Edition } from '../../platform/edition.ts'

/** A sheet that is given: what one team gave another for one game. */
interface SpiritRow {
  /** `<game>.<team>`, where the team is the one whose sheet it is. */
  id: string
  edition: string
  sheet: Sheet
  changed_at: Date
  /** The version of the stream `spirit-<game>.<team>`. */
  version: number
}

export const spiritSheets = readModel<SpiritRow, SpiritEvent>({
  table: 'spirit_sheets',
  version: 2,
  category: 'spirit',
  columns: {
    id: { type: 'text' },
    edition: { type: 'text' },
    sheet: { type: 'jsonb' },
    changed_at: { type: 'timestamptz' },
    version: { type: 'integer' },
  },
  constraints: ['create index on {table} (edition)'],
  rowsOf: ({ metadata }) => idOf(metadata.stream),
  evolve: project,
})

const idOf = (stream: string): string => stream.slice('spirit-'.length)

function project(row: SpiritRow | null, event: RecordedEvent<SpiritEvent>): SpiritRow | null {
  const { stream, edition, at, version } = event.metadata
  const { sheet } = evolve(row ?? initialState(), event)
  return sheet && { id: idOf(stream), edition, sheet, changed_at: at, version }
}

/** A sheet that is given. */
export interface StoredSheet {
  readonly game: string
  readonly team: string
  readonly sheet: Sheet
  readonly givenAt: Date
}

export async function readSheets({ sql, edition }: Edition): Promise<StoredSheet[]> {
  const rows = await sql<SpiritRow[]>`
    select id, sheet, changed_at from spirit_sheets where edition = ${edition} order by changed_at, id`
  return rows.map(({ id, sheet, changed_at: givenAt }) => ({ ...parseSheet(`spirit-${id}`), sheet, givenAt }))
}
