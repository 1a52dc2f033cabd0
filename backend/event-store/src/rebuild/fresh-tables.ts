import type { ISql } from 'postgres'
import type { Column, ReadModel, Row } from '../read-model.ts'
import { columnNames, createConstraints, createTable, quoted, tableName } from '../tables/read-model-table.ts'
import { grantRows } from '../tables/rights.ts'
import { copyField, copyIn, nullField } from './copy.ts'

/**
 * Fresh tables lie in a schema of their own, so that indexes and constraints have their final names and one
 * `set schema` moves a table with all that belongs to it.
 */
export const freshSchema = 'rebuild'

export async function dropFreshTables(sql: ISql): Promise<void> {
  await sql.unsafe(`drop schema if exists ${freshSchema} cascade`)
}

export interface FreshTable {
  add(rows: readonly Row[]): Promise<void>
  /** Creates the indexes after all rows are there, which is faster. */
  finish(): Promise<void>
}

/** Creates a table and fills it, over a connection that does nothing else meanwhile. */
export async function createFreshTable(sql: ISql, model: ReadModel, liveSchema: string): Promise<FreshTable> {
  await sql.unsafe(`create schema if not exists ${freshSchema}`)
  await sql.unsafe(createTable(model, freshSchema))
  await grantRows(sql, tableName(model, freshSchema))
  const columns = columnNames(model).map(quoted).join(', ')
  const into = { table: tableName(model, freshSchema), columns: `(${columns})` }
  return {
    add: async (rows) => {
      await sql.unsafe('begin')
      try {
        await copyIn(sql, into, copyLines(model, rows))
        await sql.unsafe('commit')
      } catch (error) {
        await sql.unsafe('rollback')
        throw error
      }
    },
    finish: async () => {
      const searchPath = `set local search_path to ${freshSchema}, ${quoted(liveSchema)}`
      await sql.unsafe(['begin', searchPath, ...createConstraints(model), 'commit'].join(';\n'))
      // An empty table is not analyzed: connections would use plans for an empty table, which scan all of it, long after
      // it has rows.
      const [first] = await sql.unsafe(`select 1 from ${into.table} limit 1`)
      if (first) await sql.unsafe(`analyze ${into.table}`)
    },
  }
}

const chunkLength = 256 * 1024

function* copyLines(model: ReadModel, rows: readonly Row[]): Generator<string> {
  const columns = Object.entries(model.columns as ReadModel['columns'])
  let chunk = ''
  for (const row of rows) {
    chunk += `${columns.map(([name, column]) => copyValue(row[name as keyof Row], column)).join('\t')}\n`
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

function copyValue(value: unknown, { type }: Column): string {
  if (value === null || value === undefined) return nullField
  if (type === 'timestamptz') return new Date(value as Date).toISOString()
  const text = type === 'jsonb' ? JSON.stringify(value) : String(value)
  return copyField(text)
}
