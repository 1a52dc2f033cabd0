import type { Event } from './emmett.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** PostgreSQL types that a read model's column may have; `jsonb` columns hold JSON values, `timestamptz` Dates. */
export type ColumnType = 'text' | 'uuid' | 'integer' | 'bigint' | 'boolean' | 'timestamptz' | 'jsonb'
export interface Column {
  readonly type: ColumnType
  readonly nullable?: boolean
}

/**
 * A table that answers questions, folded from the events of one category of streams (`team` for `team-<id>`).
 * Each row is a pure fold of the events of ONE stream: this is what lets the store write it in the same
 * statement as the events, and rebuild it from them at any time.
 *
 * `rowsOf` names the row (or rows) that an event of the stream changes; `'*'` is every row of that stream so far.
 * `evolve` is total; null means there is no such row. Every row has the key column `id`.
 */
export interface ReadModel<Row extends { id: string } = { id: string }, E extends Event = Event> {
  readonly table: string
  /**
   * Raised with every change after which the same events give other rows, also one in what `evolve` calls: the rows are
   * rebuilt where another version is stored. `read-model-digests.spec.ts` finds a change without it.
   */
  readonly version: number
  readonly category: string
  readonly columns: { readonly [C in keyof Row]: Column }
  /** More DDL for the table (indexes, unique keys); `{table}` stands for its name, which differs during a rebuild. */
  readonly constraints?: readonly string[]
  /** DomainError code by the name of a unique constraint or index that a row may run into, for uniqueness across streams. */
  readonly conflicts?: Readonly<Record<string, string>>
  rowsOf(event: RecordedEvent<E>): string | readonly string[]
  evolve(row: Row | null, event: RecordedEvent<E>): Row | null
}

export function readModel<Row extends { id: string }, E extends Event>(model: ReadModel<Row, E>): ReadModel<Row, E> {
  return model
}
