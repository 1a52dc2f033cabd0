import type { ISql } from 'postgres'
import { decode, subjectsToUnseal } from './event-codec.ts'
import type { PersonKeys } from './person-keys.ts'
import type { RecordedEvent } from './recorded-event.ts'
import type { Registry } from './registry.ts'
import { eventColumns, recorded, type StoredRow } from './stored-row.ts'

/** What reading takes: the modules' definitions and the keys of people. */
export interface Reader {
  readonly registry: Registry
  readonly keys: Pick<PersonKeys, 'find'>
}

/**
 * The whole stream in its order. Without positions unless asked: nothing that folds a stream may depend on them,
 * because the append that writes the rows learns its position only from the database.
 */
export async function readStream(
  sql: ISql,
  reader: Reader,
  stream: string,
  { positions = false } = {},
): Promise<RecordedEvent[]> {
  const columns = positions ? `position, ${eventColumns}` : eventColumns
  const text = `select ${columns} from events where stream = $1 order by version`
  return decodeRows(reader, await sql.unsafe<StoredRow[]>(text, [stream], { prepare: true }))
}

export async function decodeRows({ registry, keys }: Reader, rows: readonly StoredRow[]): Promise<RecordedEvent[]> {
  const subjects = subjectsToUnseal(registry, rows)
  const found = subjects.length > 0 ? await keys.find(subjects, rows[0]?.forgets) : new Map()
  return rows.map((row) => recorded(row, decode(registry, row, found)))
}
