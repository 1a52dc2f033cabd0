import type { ISql } from 'postgres'
import type { ColumnType, ReadModel, Row } from '../read-model.ts'
import { columnNames, quoted, tableName } from '../tables/read-model-table.ts'
import { formatArray } from '../tables/statement.ts'

/** Values of a row by column: times in milliseconds, jsonb as text with sorted keys. */
type Comparable = Readonly<Record<string, string | number | boolean | null>>

/** A row that does not follow from the events. `live` or `rebuilt` is null where only the other table has the row. */
export interface Difference {
  readonly table: string
  readonly id: string
  readonly live: Comparable | null
  readonly rebuilt: Comparable | null
}

const batch = 10_000

/** Compares rows that were folded from the events with a live table, as one snapshot shows it. */
export interface Comparison {
  /** Returns the rows that are missing in the live table, or differ there. */
  compare(rows: readonly Row[]): Promise<Difference[]>
  /** Yields live rows that do not follow from events. Call it after all folded rows were compared. */
  extraRows(): AsyncGenerator<Difference>
}

export async function compareWithLive(tx: ISql, model: ReadModel): Promise<Comparison> {
  const { table } = model
  const isSame = rowComparer(model)
  const hasTable = await hasShape(tx, model)
  /** The ids of live rows that were folded as well. */
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
        if (!known) return { table, id, live: null, rebuilt: toComparable(model, row) }
        // The live id: a folded id may share memory with a longer text, see `detached`.
        matched.add(String(known.id))
        if (isSame(known, row)) return []
        return { table, id, live: toComparable(model, known), rebuilt: toComparable(model, row) }
      })
    },
    extraRows: async function* () {
      if (!hasTable) return
      const [counted] = await tx.unsafe<{ rows: string | number }[]>(`select count(*) as rows from ${tableName(model)}`)
      if (Number(counted?.rows) === matched.size) return
      for await (const rows of allLiveRows(tx, model))
        for (const row of rows)
          if (!matched.has(String(row.id)))
            yield { table, id: String(row.id), live: toComparable(model, row), rebuilt: null }
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

/** Times as milliseconds with a fraction, because a Date would hide microseconds that were written by hand. */
const selectColumn = (name: string, type: ColumnType): string =>
  type === 'timestamptz' ? `(extract(epoch from ${quoted(name)}) * 1000)::float8 as ${quoted(name)}` : quoted(name)

function liveRows(tx: ISql, model: ReadModel, where: string, values: string[]) {
  const list = Object.entries(model.columns as ReadModel['columns']).map(([name, { type }]) => selectColumn(name, type))
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

type Columns = readonly (readonly [name: string, convert: (value: unknown) => Value])[]

const listColumns = (model: ReadModel): Columns =>
  Object.entries(model.columns as ReadModel['columns']).map(([name, { type }]) => [name, comparables[type]])

function rowComparer(model: ReadModel): (live: Row, rebuilt: Row) => boolean {
  const columns = listColumns(model)
  return (live, rebuilt) => {
    for (const [name, convert] of columns) {
      const [one, other] = [valueIn(live, name), valueIn(rebuilt, name)]
      if (one === other || isSameJson(one, other)) continue
      if (one === null || other === null || convert(one) !== convert(other)) return false
    }
    return true
  }
}

const valueIn = (row: Row, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name] ?? null

function toComparable(model: ReadModel, row: Row): Comparable {
  const entries = listColumns(model).map(([name, convert]) => {
    const value = valueIn(row, name)
    return [name, value === null ? null : convert(value)] as const
  })
  return Object.fromEntries(entries)
}

/** True for equal arrays and objects of equal texts and numbers, in any order of keys. Quicker than to compare JSON texts. */
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

/** PostgreSQL stores jsonb without the order of keys. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
