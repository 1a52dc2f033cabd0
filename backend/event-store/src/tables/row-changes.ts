import type { Column, ReadModel } from '../read-model.ts'
import { foldEvent, type Row, type RowFold } from '../read-model.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { columnNames, quoted, tableName } from './read-model-table.ts'
import { formatArray, type Part, unnested, type Value } from './statement.ts'

/** The changes of an append in one read model. */
export interface RowChanges {
  readonly model: ReadModel
  /** Rows that were not there before. */
  readonly inserts: readonly Row[]
  readonly upserts: readonly Row[]
  /** Ids of rows. */
  readonly deletes: readonly string[]
}

/** Folds the added events into `fold`, and returns the changes of its rows. */
export function foldChanges(fold: RowFold, added: readonly RecordedEvent[]): RowChanges {
  const before = new Set(fold.rows.keys())
  for (const event of added) foldEvent(fold, event)
  const changes: { inserts: Row[]; upserts: Row[]; deletes: string[] } = { inserts: [], upserts: [], deletes: [] }
  for (const id of fold.touched) {
    const row = fold.rows.get(id)
    if (!row) changes.deletes.push(id)
    else if (before.has(id)) changes.upserts.push(row)
    else changes.inserts.push(row)
  }
  return { model: fold.model, ...changes }
}

/**
 * New rows are inserted without a conflict clause because "on conflict" costs as much again as the insert. The parts
 * return the rows where they are read back, see `selectWritten`.
 */
export function* rowParts({ model, inserts, upserts, deletes }: RowChanges, isReadBack = false): Generator<Part> {
  const { table } = model
  const name = tableName(model)
  const hasDeletes = deletes.length > 0
  // Counting the deleted rows makes the deletion come first, which frees their unique keys.
  const afterDeletes = hasDeletes ? `(select count(*) from ${table}_deleted) >= 0` : 'true'
  const returning = isReadBack ? ' returning *' : ''
  const shape = (what: string) => `${table}-${what}${hasDeletes ? '-after' : ''}${returning}`
  if (hasDeletes) {
    const text = ([list = '']: string[]) => `${table}_deleted as (${deleteRows(model, name, list)} returning 1)`
    yield { shape: `${table}-delete`, values: [JSON.stringify(deletes)], text }
  }
  const [insert] = inserts
  const [upsert] = upserts
  if (insert && inserts.length === 1 && !hasDeletes) {
    const text = (values: string[]) => `${table}_inserted as (${insertRow(model, name, values)}${returning})`
    yield { shape: shape('insert-one'), values: listValues(model, insert), text }
  } else if (inserts.length > 0) {
    const text = (lists: string[]) =>
      `${table}_inserted as (${insertListed(model, name, lists)} where ${afterDeletes}${returning})`
    yield { shape: shape('insert'), values: buildLists(model, inserts), text }
  }
  if (upsert && upserts.length === 1 && !hasDeletes) {
    const text = (values: string[]) =>
      `${table}_upserted as (${insertRow(model, name, values)} ${onConflictReplace(model)}${returning})`
    yield { shape: shape('upsert-one'), values: listValues(model, upsert), text }
  } else if (upserts.length > 0) {
    const text = (lists: string[]) =>
      `${table}_upserted as (${insertListed(model, name, lists)} where ${afterDeletes} ${onConflictReplace(model)}${returning})`
    yield { shape: shape('upsert'), values: buildLists(model, upserts), text }
  }
}

/** A query for the rows that the parts of these changes write; null where they write none. */
export function selectWritten({ model: { table }, inserts, upserts }: RowChanges): string | null {
  const parts = [...(inserts.length > 0 ? ['inserted'] : []), ...(upserts.length > 0 ? ['upserted'] : [])]
  return parts.map((part) => `select * from ${table}_${part}`).join(' union all ') || null
}

/** A row's values as texts, in the order of the columns; the statement casts them. */
function listValues(model: ReadModel, row: Row): Value[] {
  return columnNames(model).map((name) => {
    const value = (row as Readonly<Record<string, unknown>>)[name] ?? null
    if (value === null) return null
    if (value instanceof Date) return value.toISOString()
    return columnOf(model, name).type === 'jsonb' ? JSON.stringify(value) : String(value)
  })
}

/** The values of rows as one array for each column. */
function buildLists(model: ReadModel, rows: readonly Row[]): Value[] {
  const values = rows.map((row) => listValues(model, row))
  return columnNames(model).map((_, column) => formatArray(values.map((row) => row[column] ?? null)))
}

const columnOf = (model: ReadModel, name: string) => (model.columns as Readonly<Record<string, Column>>)[name] as Column

/** SQL that inserts one row from placeholders, which costs a third of unpacking a JSON list of one row. */
function insertRow(model: ReadModel, table: string, values: readonly string[]): string {
  const names = columnNames(model)
  const cast = names.map((name, index) => `${values[index]}::text::${columnOf(model, name).type}`)
  return `insert into ${table} (${names.map(quoted).join(', ')}) values (${cast.join(', ')})`
}

/** SQL that inserts as many rows as the arrays have values. */
function insertListed(model: ReadModel, table: string, lists: readonly string[]): string {
  const names = columnNames(model)
  const columns = names.map(quoted).join(', ')
  const types = names.map((name) => columnOf(model, name).type)
  return `insert into ${table} (${columns}) select ${columns} from ${unnested(lists, types)} as listed(${columns})`
}

function onConflictReplace(model: ReadModel): string {
  const changed = columnNames(model).filter((name) => name !== 'id')
  const set = changed.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  return `on conflict (id) do ${set ? `update set ${set}` : 'nothing'}`
}

/** SQL that inserts rows. `rows` is an SQL expression: a JSON array. */
function insertRows(model: ReadModel, table: string, rows: string): string {
  const columns = columnNames(model).map(quoted).join(', ')
  return `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${rows})`
}

/** The SQL of `insertRows` for rows of which some may exist. */
export function upsertRows(model: ReadModel, table: string, rows: string, where = 'true'): string {
  // Without a "where", "on conflict" would be read as a join condition.
  return `${insertRows(model, table, rows)} where ${where} ${onConflictReplace(model)}`
}

/** SQL that deletes rows. `ids` is a placeholder: the text of a JSON array. */
export function deleteRows(model: ReadModel, table: string, ids: string): string {
  const list = `select id::${model.columns.id.type} from json_array_elements_text(${ids}::text::json) as listed(id)`
  return `delete from ${table} where id in (${list})`
}

/** Joins the changes of several appends, none of which deletes rows: one for each read model. */
export function mergeRows(changes: readonly RowChanges[]): RowChanges[] {
  const byModel = new Map<ReadModel, { model: ReadModel; inserts: object[]; upserts: object[]; deletes: [] }>()
  for (const { model, inserts, upserts } of changes) {
    const merged = byModel.get(model) ?? { model, inserts: [], upserts: [], deletes: [] }
    merged.inserts.push(...inserts)
    merged.upserts.push(...upserts)
    byModel.set(model, merged)
  }
  return [...byModel.values()] as RowChanges[]
}
