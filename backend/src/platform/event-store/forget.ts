import type { ISql, Sql } from 'postgres'
import { type Fence, FencedOff } from './fence.ts'
import { newsChannel } from './notifier.ts'
import { loadKeys } from './person-keys.ts'
import { rebuildLock } from './rebuild/rebuild.ts'
import type { Registry } from './registry.ts'
import { openSession } from './session.ts'
import { rewriteStreamRows } from './stream-rows.ts'

/**
 * Drops a person's key, which makes what the log knows of them unreadable for good, and writes the rows of the streams
 * that told of them anew. Returns those streams. Writers are kept out for that moment; one that read the stream before
 * is sent back by the count of forgotten people that its append carries.
 *
 * @throws FencedOff while another release holds the database: the rows are its own
 */
export async function forget(pool: Sql, registry: Registry, fence: Fence, subject: string): Promise<string[]> {
  const session = openSession(pool)
  try {
    return await session.transaction('begin', async (tx) => {
      // A rebuild in progress has read the data in the clear, and would put it into its tables.
      await tx`select pg_advisory_xact_lock(${rebuildLock})`
      await tx`select lock_events()`
      if (await fence.isFencedOff(tx)) throw new FencedOff()
      // Reads the whole log, so before the first write: readers of the log wait for a transaction that has written.
      const streams = await streamsOf(tx, subject)
      await tx`delete from person_keys where subject = ${subject}`
      await tx`update event_log set forgets = forgets + 1`
      const reader = { registry, keys: { find: (subjects: readonly string[]) => loadKeys(tx, subjects) } }
      const target = { models: registry.readModels, schema: null }
      for (const stream of streams) await rewriteStreamRows(tx, reader, stream, target)
      // Goes out with the commit, so that no process misses it.
      await tx`select pg_notify(${newsChannel}, ${subject})`
      return streams
    })
  } finally {
    await session.close()
  }
}

/**
 * A person who exists in one stream is named after it; one who exists in several is named where their data is sealed.
 * Looking there reads the whole log, which is fine for something so rare.
 */
async function streamsOf(tx: ISql, subject: string): Promise<string[]> {
  const ownStream = subject.slice(0, Math.max(0, subject.lastIndexOf('/')))
  const mark = JSON.stringify({ of: subject }).slice(1, -1)
  const rows = await tx<{ stream: string }[]>`
    select distinct stream from events
    where stream = ${ownStream} or position(${mark} in data::text) > 0 order by stream`
  return rows.map(({ stream }) => stream)
}
