import { foldEvent, type Row, startFold } from './fold-rows.ts'
import type { ReadModel } from './read-model.ts'
import { columnNames, quoted, tableName } from './read-model-table.ts'
import type { RecordedEvent } from './recorded-event.ts'
import type { Part } from './statement.ts'

/** What an append changes in one read model. */
export interface RowChanges {
  readonly model: ReadModel
  /** Rows that were not there before. */
  readonly inserts: readonly Row[]
  readonly upserts: readonly Row[]
  readonly deletes: readonly string[]
}

/** What `added` changes in the rows that `loaded`, the stream so far, has led to. */
export function changesOf(
  model: ReadModel,
  loaded: readonly RecordedEvent[],
  added: readonly RecordedEvent[],
): RowChanges {
  const fold = startFold(model)
  for (const event of loaded) foldEvent(fold, event)
  const before = new Set(fold.rows.keys())
  fold.touched.clear()
  for (const event of added) foldEvent(fold, event)
  const changes: { inserts: Row[]; upserts: Row[]; deletes: string[] } = { inserts: [], upserts: [], deletes: [] }
  for (const id of fold.touched) {
    const row = fold.rows.get(id)
    if (!row) changes.deletes.push(id)
    else if (before.has(id)) changes.upserts.push(row)
    else changes.inserts.push(row)
  }
  return { model, ...changes }
}

/** New rows are told apart from changed ones because "on conflict" costs as much again as the insert. */
export function* rowParts({ model, inserts, upserts, deletes }: RowChanges): Generator<Part> {
  const { table } = model
  const name = tableName(model)
  // Counting the deleted rows makes the deletion come first, which frees their unique keys.
  const after = deletes.length > 0 ? `(select count(*) from ${table}_deleted) >= 0` : 'true'
  const order = deletes.length > 0 ? '-after' : ''
  if (deletes.length > 0) {
    const text = ([list = '']: string[]) => `${table}_deleted as (${deleteRows(model, name, list)} returning 1)`
    yield { shape: `${table}-delete`, values: [JSON.stringify(deletes)], text }
  }
  if (inserts.length > 0) {
    const text = ([list]: string[]) =>
      `${table}_inserted as (${insertRows(model, name, `${list}::text::json`)} where ${after})`
    yield { shape: `${table}-insert${order}`, values: [JSON.stringify(inserts)], text }
  }
  if (upserts.length > 0) {
    const text = ([list]: string[]) => `${table}_upserted as (${upsertRows(model, name, `${list}::text::json`, after)})`
    yield { shape: `${table}-upsert${order}`, values: [JSON.stringify(upserts)], text }
  }
}

/** `rows` is an SQL expression: a JSON array of rows. */
function insertRows(model: ReadModel, table: string, rows: string): string {
  const columns = columnNames(model).map(quoted).join(', ')
  return `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${rows})`
}

/** As `insertRows`, for rows of which some may exist. */
export function upsertRows(model: ReadModel, table: string, rows: string, where = 'true'): string {
  const changed = columnNames(model).filter((name) => name !== 'id')
  const set = changed.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  // Without a "where", "on conflict" would be read as a join condition.
  return `${insertRows(model, table, rows)} where ${where} on conflict (id) do ${set ? `update set ${set}` : 'nothing'}`
}

/** `ids` is a placeholder: the text of a JSON array. */
export function deleteRows(model: ReadModel, table: string, ids: string): string {
  const list = `select id::${model.columns.id.type} from json_array_elements_text(${ids}::text::json) as listed(id)`
  return `delete from ${table} where id in (${list})`
}
