import type { ISql, Sql } from 'postgres'
import { FencedOff } from './commands.ts'
import { holdingSubjects, loadKeys } from './personal-data/event-codec.ts'
import { type Reader, readStream } from './read/log.ts'
import { foldEvent, startFold } from './read-model.ts'
import { rebuildLock } from './rebuild/rebuild.ts'
import { categoryOf, type Registry } from './registry.ts'
import { openSession } from './session.ts'
import { notifyChannel } from './subscribe/subscriptions.ts'
import type { Fence } from './tables/fence.ts'
import { tableName } from './tables/read-model-table.ts'
import { deleteRows, upsertRows } from './tables/row-changes.ts'

/** The subjects to forget, and their personal texts, which may stand elsewhere too. */
interface Forgotten {
  readonly subjects: readonly string[]
  readonly texts: readonly string[]
}

/**
 * Deletes the keys of these subjects, which makes their data in the log unreadable for good, and rewrites the rows of the
 * streams that hold it. Returns those streams. Appends wait meanwhile. An append whose stream was loaded before is
 * declined by the count of forgotten people that it carries.
 *
 * @throws FencedOff while another release holds the database: the rows are its own
 */
export async function forget(
  pool: Sql,
  registry: Registry,
  fence: Fence,
  { subjects, texts }: Forgotten,
): Promise<string[]> {
  if (subjects.length === 0) return []
  const list = JSON.stringify(subjects)
  const session = openSession(pool)
  try {
    return await session.transaction('begin', async (tx) => {
      // A rebuild in progress has read the data in the clear, and would put it into its tables.
      await tx`select pg_advisory_xact_lock(${rebuildLock})`
      await tx`select lock_events()`
      if (await fence.isFencedOff(tx)) throw new FencedOff()
      // Reads the whole log, so before the first write: readers of the log wait for a transaction that has written.
      const streams = await findStreams(tx, registry, subjects)
      await tx`
        delete from person_keys where subject in (select json_array_elements_text(${list}::text::json))`
      await tx`update event_log set forgets = forgets + 1`
      await tx`
        update dead_letters set error = 'Its text named a forgotten person.'
        where exists (select from json_array_elements_text(${JSON.stringify(texts)}::text::json) as text
          where position(text in error) > 0)`
      const reader = { registry, keys: { find: (subjects: readonly string[]) => loadKeys(tx, subjects) } }
      for (const stream of streams) await rewriteStreamRows(tx, reader, stream)
      // Sent with the commit, so that every process that listens gets it.
      await tx`
        select pg_notify(${notifyChannel}, subject) from json_array_elements_text(${list}::text::json) as subject`
      return streams
    })
  } finally {
    await session.close()
  }
}

async function findStreams(tx: ISql, registry: Registry, subjects: readonly string[]): Promise<string[]> {
  const actors = subjects.flatMap((subject) => registry.actors.idOf(subject) ?? [])
  const rows = await tx<{ stream: string }[]>`
    select distinct stream from events where ${holdingSubjects(tx, subjects)}
      or actor_id in (select json_array_elements_text(${JSON.stringify(actors)}::text::json)) order by stream`
  return rows.map(({ stream }) => stream)
}

/** Folds one stream from its beginning and replaces its rows. */
async function rewriteStreamRows(tx: ISql, reader: Reader, stream: string): Promise<void> {
  const models = reader.registry.readModelsOf(categoryOf(stream))
  if (models.length === 0) return
  const events = await readStream(tx, reader, stream)
  for (const model of models) {
    const fold = startFold(model)
    for (const event of events) foldEvent(fold, event)
    const table = tableName(model)
    const gone = [...fold.touched].filter((id) => !fold.rows.has(id))
    if (gone.length > 0) await tx.unsafe(deleteRows(model, table, '$1'), [JSON.stringify(gone)])
    if (fold.rows.size === 0) continue
    await tx.unsafe(upsertRows(model, table, '$1::text::json'), [JSON.stringify([...fold.rows.values()])])
  }
}
