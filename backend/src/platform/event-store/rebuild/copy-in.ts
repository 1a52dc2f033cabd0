import { once } from 'node:events'
import { setImmediate as afterThisTurn } from 'node:timers/promises'
import type { ISql } from 'postgres'

/**
 * COPY from here into an empty table, over a connection that does nothing else meanwhile. `into` names the table, and
 * the columns in parentheses where not all of them come.
 *
 * postgres.js forgets about the copy once its end is sent: when the server declines what it was sent last, which for
 * little data is all of it, nobody is ever told. So the table is asked: a copy brings all of its lines or none.
 */
export async function copyIn(
  connection: ISql,
  into: { readonly table: string; readonly columns: string },
  chunks: Iterable<string>,
): Promise<void> {
  const copy = await connection.unsafe(`copy ${into.table} ${into.columns} from stdin`).writable()
  const failed = new Promise<never>((_, reject) => copy.once('error', reject))
  failed.catch(() => {})
  let sent = false
  for (const chunk of chunks) {
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
