/** The columns of a stored event as texts, in the order of its canonical form; times to the microsecond. */
export const canonicalColumns = `position::text, stream, version::text, category, type, schema_version::text, actor_kind,
  actor_id, actor_name, actor_role, correlation_id, causation_id, edition, ${utc('at')}, ${utc('happened_at')}, data::text`

function utc(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

const names = [
  'position',
  'stream',
  'version',
  'category',
  'type',
  'schema_version',
  'actor_kind',
  'actor_id',
  'actor_name',
  'actor_role',
  'correlation_id',
  'causation_id',
  'edition',
  'at',
  'happened_at',
] as const
/** Whole numbers stand as PostgreSQL writes them. */
const numbers: ReadonlySet<string> = new Set(['position', 'version', 'schema_version'])

/**
 * The bytes that a leaf of the tree stands for: JSON with every column of the row, in a fixed order and without
 * spaces, and `data` to the letter as it is stored. Two rows that differ anywhere have other bytes. Personal fields
 * are encrypted there, so forgetting a person, which drops the key, changes nothing here.
 */
export function canonicalEvent(fields: readonly (string | null)[]): Buffer {
  let text = '{'
  for (const [index, name] of names.entries()) {
    const value = fields[index] ?? null
    text += `"${name}":${numbers.has(name) ? value : JSON.stringify(value)},`
  }
  return Buffer.from(`${text}"data":${fields[names.length]}}`)
}
