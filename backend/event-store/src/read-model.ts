import type { Event } from './emmett.ts'
import type { RecordedEvent } from './recorded-event.ts'

/**
 * PostgreSQL types that a read model's column may have; `jsonb` columns hold JSON values, `timestamptz` Dates.
 * PostgreSQL does not keep the order of the keys in `jsonb`: compare such values deeply, never as JSON texts.
 */
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

export type Row = { readonly id: string }

/**
 * The rows of one read model, folded from the events of ONE stream; of several only where `rowsOf` never returns `'*'`.
 * An event costs the same, however long its stream is.
 */
export interface RowFold {
  readonly model: ReadModel
  readonly rows: Map<string, Row>
  /** The ids of rows that are new, changed or gone since this was last cleared. */
  readonly touched: Set<string>
}

export function startFold(model: ReadModel): RowFold {
  return { model, rows: new Map(), touched: new Set() }
}

/** Copies the rows; none is touched in the copy yet. */
export function copyFold({ model, rows }: RowFold): RowFold {
  return { model, rows: new Map(rows), touched: new Set() }
}

/** Folds the next event of the stream, which must be of the read model's category. */
export function foldEvent(fold: RowFold, event: RecordedEvent): void {
  const ids = fold.model.rowsOf(event)
  if (ids === '*') {
    for (const id of [...fold.rows.keys()]) foldRow(fold, id, event)
  } else if (typeof ids === 'string') {
    foldRow(fold, ids, event)
  } else {
    for (const id of ids) foldRow(fold, id, event)
  }
}

function foldRow({ model, rows, touched }: RowFold, id: string, event: RecordedEvent): void {
  const before = rows.get(id) ?? null
  const after = model.evolve(before, event)
  if (after === before) return
  touched.add(id)
  if (after === null) {
    rows.delete(id)
    return
  }
  if (after.id !== id) throw new Error(`${model.table}: rowsOf names row "${id}", evolve made "${after.id}"`)
  rows.set(id, after)
}

/** A right of the role that serves on a table, or on one column of it. */
export type Right = 'select' | 'insert' | 'update' | 'delete' | `update (${string})`

export interface TableRights {
  readonly table: string
  readonly rights: readonly Right[]
}

export interface BackedUp extends TableRights {
  /**
   * True if a backup contains the rows. It leaves out rows that can be made again, and names of people in the clear,
   * because it cannot forget a person. `instead` has an SQL expression for each column with such names.
   */
  readonly backup: boolean | { readonly instead: Readonly<Record<string, string>> }
}

/** A table of a module's own, beside its read models: secrets, bytes of files. */
export interface OwnTable extends BackedUp {
  /** Run at every start by the role that migrates, so written with `if not exists`. */
  readonly ddl: string
}
