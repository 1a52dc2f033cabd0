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
/** These columns are whole numbers, in the form in which PostgreSQL writes them. */
const numbers: ReadonlySet<string> = new Set(['position', 'version', 'schema_version'])

/**
 * Returns the bytes that a leaf of the tree stands for: JSON with every column of the row, in a fixed order and without
 * spaces, and `data` to the letter as it is stored. Two rows that differ anywhere have different bytes. Personal fields
 * are encrypted in the row, so the bytes stay the same when a person is forgotten, which only deletes the key.
 */
export function canonicalEvent(fields: readonly (string | null)[]): Buffer {
  let text = '{'
  for (const [index, name] of names.entries()) {
    const value = fields[index] ?? null
    text += `"${name}":${numbers.has(name) ? value : JSON.stringify(value)},`
  }
  return Buffer.from(`${text}"data":${fields[names.length]}}`)
}
