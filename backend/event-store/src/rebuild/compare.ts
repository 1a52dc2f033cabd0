import type { ISql } from 'postgres'
import type { ColumnType, ReadModel, Row } from '../read-model.ts'
import { columnNames, quoted, tableName } from '../tables/read-model-table.ts'

type Comparable = Readonly<Record<string, string | number | boolean | null>>

/** A row that does not follow from the events; null where there is none. Times in ms, jsonb as text with sorted keys. */
export interface Difference {
  readonly table: string
  readonly id: string
  readonly live: Comparable | null
  readonly rebuilt: Comparable | null
}

const batch = 10_000

/** Every row of the live table, as the transaction sees it, against what was folded from the events. */
export async function* differences(
  tx: ISql,
  model: ReadModel,
  rebuilt: ReadonlyMap<string, Row>,
): AsyncGenerator<Difference> {
  const { table } = model
  const missing = new Set(rebuilt.keys())
  const isSame = comparison(model)
  for await (const rows of (await hasShape(tx, model)) ? liveRows(tx, model) : []) {
    for (const row of rows) {
      const id = String(row.id)
      const folded = rebuilt.get(id)
      missing.delete(id)
      if (folded && isSame(row, folded)) continue
      yield { table, id, live: comparable(model, row), rebuilt: folded ? comparable(model, folded) : null }
    }
  }
  for (const id of missing) {
    const row = rebuilt.get(id)
    if (row) yield { table, id, live: null, rebuilt: comparable(model, row) }
  }
}

/** Whether there is a live table with these columns; without one every row is missing. */
async function hasShape(tx: ISql, model: ReadModel): Promise<boolean> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = to_regclass(${model.table}) and attnum > 0`
  const names = new Set(rows.map(({ name }) => name))
  return columnNames(model).every((name) => names.has(name))
}

/** Finer than a Date: microseconds may have been written by hand. */
const selected = (name: string, type: ColumnType): string =>
  type === 'timestamptz' ? `(extract(epoch from ${quoted(name)}) * 1000)::float8 as ${quoted(name)}` : quoted(name)

async function* liveRows(tx: ISql, model: ReadModel): AsyncGenerator<Row[]> {
  const list = Object.entries(model.columns as ReadModel['columns']).map(([name, { type }]) => selected(name, type))
  const fetch = (where: string, values: string[]) =>
    tx.unsafe<Row[]>(`select ${list.join(', ')} from ${tableName(model)} ${where} order by id limit ${batch}`, values, {
      prepare: true,
    })
  for (let rows = await fetch('', []); rows.length > 0; ) {
    const next = fetch('where id > $1', [String(rows.at(-1)?.id)]).execute()
    yield rows
    rows = await next
  }
}

type Value = string | number | boolean

/** What is compared of a value. Live timestamps come as milliseconds, folded ones as Dates or text. */
const comparables: { readonly [T in ColumnType]: (value: unknown) => Value } = {
  text: String,
  uuid: String,
  integer: Number,
  bigint: Number,
  boolean: Boolean,
  timestamptz: (value) =>
    value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number(value),
  jsonb: sortedJson,
}

type Columns = readonly (readonly [name: string, of: (value: unknown) => Value])[]

const columnsOf = (model: ReadModel): Columns =>
  Object.entries(model.columns as ReadModel['columns']).map(([name, { type }]) => [name, comparables[type]])

function comparison(model: ReadModel): (live: Row, rebuilt: Row) => boolean {
  const columns = columnsOf(model)
  return (live, rebuilt) => {
    for (const [name, of] of columns) {
      const [one, other] = [valueIn(live, name), valueIn(rebuilt, name)]
      if (one === other) continue
      if (one === null || other === null || of(one) !== of(other)) return false
    }
    return true
  }
}

const valueIn = (row: Row, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name] ?? null

function comparable(model: ReadModel, row: Row): Comparable {
  const entries = columnsOf(model).map(([name, of]) => {
    const value = valueIn(row, name)
    return [name, value === null ? null : of(value)] as const
  })
  return Object.fromEntries(entries)
}

/** jsonb does not keep the order of keys. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
