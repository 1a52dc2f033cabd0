import type { ISql, Sql } from 'postgres'
import { FencedOff } from './commands.ts'
import { loadKeys } from './personal-data/event-codec.ts'
import { type Reader, readStream } from './read/log.ts'
import { foldEvent, type ReadModel, startFold } from './read-model.ts'
import { rebuildLock } from './rebuild/rebuild.ts'
import { categoryOf, type Registry } from './registry.ts'
import { openSession } from './session.ts'
import { notifyChannel } from './subscribe/subscriptions.ts'
import type { Fence } from './tables/fence.ts'
import { tableName } from './tables/read-model-table.ts'
import { deleteRows, upsertRows } from './tables/row-changes.ts'

/**
 * Drops a person's key, which makes their data in the log unreadable for good, and rewrites the rows of the streams that
 * hold it. Returns those streams. Writers are kept out for that moment; one that loaded the stream before is declined by the count of forgotten people that its append carries.
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
      await tx`select pg_notify(${notifyChannel}, ${subject})`
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

/** Where to write: the live tables, or those of a rebuild. */
interface Target {
  readonly models: readonly ReadModel[]
  readonly schema: string | null
}

/** Folds one stream from its beginning and replaces its rows in the tables. */
async function rewriteStreamRows(tx: ISql, reader: Reader, stream: string, target: Target): Promise<void> {
  const models = target.models.filter(({ category }) => category === categoryOf(stream))
  if (models.length === 0) return
  const events = await readStream(tx, reader, stream)
  for (const model of models) {
    const fold = startFold(model)
    for (const event of events) foldEvent(fold, event)
    const table = tableName(model, target.schema)
    const gone = [...fold.touched].filter((id) => !fold.rows.has(id))
    if (gone.length > 0) await tx.unsafe(deleteRows(model, table, '$1'), [JSON.stringify(gone)])
    if (fold.rows.size === 0) continue
    await tx.unsafe(upsertRows(model, table, '$1::text::json'), [JSON.stringify([...fold.rows.values()])])
  }
}
