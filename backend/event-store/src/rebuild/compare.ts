import type { ISql } from 'postgres'
import type { ColumnType, ReadModel, Row } from '../read-model.ts'
import { columnNames, quoted, tableName } from '../tables/read-model-table.ts'
import { formatArray } from '../tables/statement.ts'

type Comparable = Readonly<Record<string, string | number | boolean | null>>

/** A row that does not follow from the events; null where there is none. Times in ms, jsonb as text with sorted keys. */
export interface Difference {
  readonly table: string
  readonly id: string
  readonly live: Comparable | null
  readonly rebuilt: Comparable | null
}

const batch = 10_000

/** A live table, as one snapshot shows it, against rows that were folded from the events. */
export interface Comparison {
  /** Those of these rows that are missing or other in the live table. */
  compare(rows: readonly Row[]): Promise<Difference[]>
  /** Rows that no events have led to; after all rows were compared. */
  extraRows(): AsyncGenerator<Difference>
}

export async function compareWithLive(tx: ISql, model: ReadModel): Promise<Comparison> {
  const { table } = model
  const isSame = comparison(model)
  const hasTable = await hasShape(tx, model)
  /** Rows of the live table that were folded as well. */
  const matched = new Set<string>()
  return {
    compare: async (rows) => {
      const ids = rows.map(({ id }) => id)
      const found = hasTable
        ? await liveRows(tx, model, `where id = any($1::text::${model.columns.id.type}[])`, [formatArray(ids)])
        : []
      const live = new Map(found.map((row) => [String(row.id), row]))
      return rows.flatMap((row) => {
        const { id } = row
        const known = live.get(id)
        if (!known) return { table, id, live: null, rebuilt: comparable(model, row) }
        // The live one: a folded one may be a part of its stream's name, and would hold that.
        matched.add(String(known.id))
        return isSame(known, row) ? [] : { table, id, live: comparable(model, known), rebuilt: comparable(model, row) }
      })
    },
    extraRows: async function* () {
      if (!hasTable) return
      const [counted] = await tx.unsafe<{ rows: string | number }[]>(`select count(*) as rows from ${tableName(model)}`)
      if (Number(counted?.rows) === matched.size) return
      for await (const rows of allLiveRows(tx, model))
        for (const row of rows)
          if (!matched.has(String(row.id)))
            yield { table, id: String(row.id), live: comparable(model, row), rebuilt: null }
    },
  }
}

/** Resolves to true if there is a live table with these columns; without one every row is missing. */
async function hasShape(tx: ISql, model: ReadModel): Promise<boolean> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = to_regclass(${model.table}) and attnum > 0`
  const names = new Set(rows.map(({ name }) => name))
  return columnNames(model).every((name) => names.has(name))
}

/** Finer than a Date: microseconds may have been written by hand. */
const selected = (name: string, type: ColumnType): string =>
  type === 'timestamptz' ? `(extract(epoch from ${quoted(name)}) * 1000)::float8 as ${quoted(name)}` : quoted(name)

function liveRows(tx: ISql, model: ReadModel, where: string, values: string[]) {
  const list = Object.entries(model.columns as ReadModel['columns']).map(([name, { type }]) => selected(name, type))
  return tx.unsafe<Row[]>(`select ${list.join(', ')} from ${tableName(model)} ${where}`, values, { prepare: true })
}

async function* allLiveRows(tx: ISql, model: ReadModel): AsyncGenerator<Row[]> {
  const page = `order by id limit ${batch}`
  for (let rows = await liveRows(tx, model, page, []); rows.length > 0; ) {
    yield rows
    rows = await liveRows(tx, model, `where id > $1 ${page}`, [String(rows.at(-1)?.id)])
  }
}

type Value = string | number | boolean

/** The forms in which values are compared. Live timestamps come as milliseconds, folded ones as Dates or text. */
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

const listColumns = (model: ReadModel): Columns =>
  Object.entries(model.columns as ReadModel['columns']).map(([name, { type }]) => [name, comparables[type]])

function comparison(model: ReadModel): (live: Row, rebuilt: Row) => boolean {
  const columns = listColumns(model)
  return (live, rebuilt) => {
    for (const [name, of] of columns) {
      const [one, other] = [valueIn(live, name), valueIn(rebuilt, name)]
      if (one === other || isSameJson(one, other)) continue
      if (one === null || other === null || of(one) !== of(other)) return false
    }
    return true
  }
}

const valueIn = (row: Row, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name] ?? null

function comparable(model: ReadModel, row: Row): Comparable {
  const entries = listColumns(model).map(([name, of]) => {
    const value = valueIn(row, name)
    return [name, value === null ? null : of(value)] as const
  })
  return Object.fromEntries(entries)
}

/** Quicker than writing both down: whether two values are the same arrays and objects of the same texts and numbers. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]))
  if (!isPlain(one) || !isPlain(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length && keys.every((key) => key in other && isSameJson(one[key], other[key]))
  )
}

const isPlain = (value: object): value is Record<string, unknown> => Object.getPrototypeOf(value) === Object.prototype

/** jsonb does not keep the order of keys. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
