import { once } from 'node:events'
import { setImmediate as afterThisTurn } from 'node:timers/promises'
import type { ISql } from 'postgres'

/**
 * COPY from here into a table, which is empty or filled in a transaction, over a connection that does nothing else
 * meanwhile. `into` names the table, and the columns in parentheses where only some are given.
 *
 * postgres.js forgets about the copy once its end is sent: when the server declines what it was sent last, which for
 * little data is all of it, no error follows. So the table is queried: a copy stores all of its lines or none, and in a
 * transaction that failed there is no answer.
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
  // The question must not come between the lines: the server would take it for one of them.
  while (copy.writableLength > 0) await Promise.race([afterThisTurn(), failed])
  await afterThisTurn()
  const [answer] = await connection.unsafe<{ filled: boolean }[]>(`select exists (select from ${into.table}) as filled`)
  if (sent && !answer?.filled) throw new Error(`PostgreSQL declined the lines for ${into.table}; its log says why`)
}

/**
 * Yields what COPY writes of a query, whole lines in each chunk, over a connection that does nothing else meanwhile.
 *
 * postgres.js stops reading from the server while chunks wait to be taken, and nothing asks for more once the last one
 * was: when the server's end of the copy comes in a packet after it, the next query waits for ever. So more is asked
 * for.
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
const letters: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}
const characters = Object.fromEntries(Object.entries(letters).map(([character, written]) => [written, character]))

export function copyField(text: string): string {
  return special.test(text) ? text.replace(specials, (character) => letters[character] ?? character) : text
}

/**
 * The same text, in memory of its own. A part of a text otherwise shares the memory of the whole: a stream's name that is
 * stored for long would hold all that was read along with it.
 */
export const detached = (text: string): string => ` ${text}`.slice(1)

/** The columns of a line, without its end. */
export function copyFields(line: string): (string | null)[] {
  const fields = line.split('\t')
  return line.includes('\\') ? fields.map(readField) : fields
}

function readField(field: string): string | null {
  if (!field.includes('\\')) return field
  return field === nullField ? null : field.replace(/\\./g, (written) => characters[written] ?? written.slice(1))
}
