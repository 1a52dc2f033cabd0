import type { ReadModel } from '../read-model.ts'

const identifier = /^[a-z][a-z0-9_]*$/

/** Names go into SQL as they are, so they are held to plain lower-case identifiers. */
export function quoted(name: string): string {
  if (!identifier.test(name)) throw new Error(`"${name}" is no plain lower-case SQL name`)
  return `"${name}"`
}

export const columnNames = (model: ReadModel): string[] => Object.keys(model.columns)

/** `schema` is that of a rebuild's tables, whose indexes have their final names there. Null for the live tables. */
export function tableName(model: ReadModel, schema: string | null = null): string {
  return schema ? `${quoted(schema)}.${quoted(model.table)}` : quoted(model.table)
}

export function createTable(model: ReadModel, schema: string | null = null): string {
  const columns = Object.entries(model.columns as ReadModel['columns']).map(
    ([name, { type, nullable }]) =>
      `${quoted(name)} ${type}${name === 'id' ? ' primary key' : nullable ? '' : ' not null'}`,
  )
  return `create table ${tableName(model, schema)} (${columns.join(', ')})`
}

/** Indexes and unique keys; run with the table's schema first in the search path. */
export function createConstraints(model: ReadModel): string[] {
  return (model.constraints ?? []).map((ddl) => ddl.replaceAll('{table}', model.table))
}
