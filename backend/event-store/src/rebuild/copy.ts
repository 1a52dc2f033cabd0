import { once } from 'node:events'
import { setImmediate as afterThisTurn } from 'node:timers/promises'
import type { ISql } from 'postgres'

/**
 * Copies lines into a table, which is empty or filled in a transaction, over a connection that does nothing else
 * meanwhile. `into.columns` is empty, or names some of the columns in parentheses.
 *
 * postgres.js reports no error once the end of the copy is sent, although the server may still decline the last lines (of
 * little data, all lines). So the table is queried afterwards. A copy that was declined has left an empty table, or a
 * failed transaction, in which the query fails.
 */
export async function copyIn(
  connection: ISql,
  into: { readonly table: string; readonly columns: string },
  chunks: Iterable<string> | AsyncIterable<string | Buffer>,
): Promise<void> {
  const copy = await connection.unsafe(`copy ${into.table} ${into.columns} from stdin`).writable()
  const failed = new Promise<never>((_, reject) => copy.once('error', reject))
  failed.catch(() => {})
  let sent = false
  for await (const chunk of chunks) {
    sent = true
    if (!copy.write(chunk)) await Promise.race([once(copy, 'drain'), failed])
  }
  copy.end()
  // The query must not be sent before the last lines: the server would take it for one of them.
  while (copy.writableLength > 0) await Promise.race([afterThisTurn(), failed])
  await afterThisTurn()
  const [table] = await connection.unsafe<{ filled: boolean }[]>(`select exists (select from ${into.table}) as filled`)
  if (sent && !table?.filled) throw new Error(`PostgreSQL declined the lines for ${into.table}; its log says why`)
}

/**
 * Copies the rows of a query: yields chunks of whole lines, over a connection that does nothing else meanwhile.
 *
 * postgres.js stops reading from the server while chunks wait to be taken, and does not start again after the last chunk.
 * If the end of the copy comes in a later packet, the next query would wait for ever. `_read` makes postgres.js read on.
 */
export async function* copyOut(connection: ISql, query: string): AsyncGenerator<Buffer> {
  const copy = await connection.unsafe(`copy (${query}) to stdout`).readable()
  try {
    for await (const lines of copy) yield lines as Buffer
  } finally {
    copy._read(0)
  }
}

/** Null in PostgreSQL's text format of COPY, which has a line per row and tabs between columns. */
export const nullField = '\\N'

const special = /[\\\t\n\r\b\f\v]/
const specials = /[\\\t\n\r\b\f\v]/g
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}
const characters = Object.fromEntries(Object.entries(escapes).map(([character, escaped]) => [escaped, character]))

/** Escapes a value for a line of COPY. */
export function copyField(text: string): string {
  return special.test(text) ? text.replace(specials, (character) => escapes[character] ?? character) : text
}

/**
 * The same text, in memory of its own. A part of a text otherwise shares the memory of the whole: a stream's name that is
 * stored for long would hold all that was read along with it.
 */
export const detached = (text: string): string => ` ${text}`.slice(1)

/** Reads the values of a line, which has no line break at its end. */
export function copyFields(line: string): (string | null)[] {
  const fields = line.split('\t')
  return line.includes('\\') ? fields.map(readField) : fields
}

function readField(field: string): string | null {
  if (!field.includes('\\')) return field
  return field === nullField ? null : field.replace(/\\./g, (escaped) => characters[escaped] ?? escaped.slice(1))
}
