import type { ISql } from 'postgres'
import type { Row } from '../fold-rows.ts'
import type { ColumnType, ReadModel } from '../read-model.ts'
import { quoted, tableName } from '../read-model-table.ts'

type Comparable = Readonly<Record<string, string | number | boolean | null>>

/** A row that is not what the events say. Null where there is no such row; jsonb as text with sorted keys. */
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
  for await (const rows of liveRows(tx, model)) {
    for (const row of rows) {
      const id = String(row.id)
      const folded = rebuilt.get(id)
      missing.delete(id)
      const live = comparable(model, row)
      const expected = folded ? comparable(model, folded) : null
      if (!expected || !isSame(live, expected)) yield { table, id, live, rebuilt: expected }
    }
  }
  for (const id of missing) {
    const row = rebuilt.get(id)
    if (row) yield { table, id, live: null, rebuilt: comparable(model, row) }
  }
}

/** Finer than a Date: somebody may have written microseconds by hand. */
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

const comparisons: { readonly [T in ColumnType]: (value: unknown) => string | number | boolean } = {
  text: String,
  uuid: String,
  integer: Number,
  bigint: Number,
  boolean: Boolean,
  timestamptz: (value) => {
    const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number(value)
    return Number.isInteger(ms) ? new Date(ms).toISOString() : ms
  },
  jsonb: sortedJson,
}

function comparable(model: ReadModel, row: Row): Comparable {
  const result: Record<string, Comparable[string]> = {}
  const values = row as unknown as Record<string, unknown>
  for (const [name, { type }] of Object.entries(model.columns as ReadModel['columns']))
    result[name] = values[name] == null ? null : comparisons[type](values[name])
  return result
}

function isSame(live: Comparable, rebuilt: Comparable): boolean {
  for (const name in live) if (live[name] !== rebuilt[name]) return false
  return true
}

/** jsonb does not keep the order of keys. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
