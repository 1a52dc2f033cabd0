import type { ISql } from 'postgres'
import { loadKeys } from '../personal-data/event-codec.ts'
import { decodeRows, eventColumns, type StoredRow, safePosition } from '../read/log.ts'
import type { ReadModel, Row } from '../read-model.ts'
import type { Registry } from '../registry.ts'
import type { DatabaseSession } from '../session.ts'
import { collectDefinitions, takeOver } from '../tables/definitions.ts'
import { quoted, tableName } from '../tables/read-model-table.ts'
import { lockTimeout, retryLocked } from '../tables/retry-locked.ts'
import { deleteRows, upsertRows } from '../tables/row-changes.ts'
import { foldStreams } from './fold-streams.ts'
import { freshSchema } from './fresh-tables.ts'

export interface Swap {
  readonly writer: DatabaseSession
  /** The writer's connection. */
  readonly connection: ISql
  readonly registry: Registry
  readonly models: readonly ReadModel[]
  readonly liveSchema: string
  /** The fresh tables include every event below this position. */
  readonly since: number
}

/** Catch-up rounds end after one that had no more streams than these: as few are then left to fold while writers wait. */
const fewStreams = 50
const maxCatchUpRounds = 20

/**
 * Puts the fresh tables in the place of the live ones while the site serves: catches up with writers, keeps them out
 * for a moment, catches up for the last time and swaps.
 */
export async function swapIn(swap: Swap): Promise<void> {
  let { since } = swap
  const { writer, connection, registry, models } = swap
  for (let round = 0; round < maxCatchUpRounds; round++) {
    const next = await safePosition(connection)
    const touched = await foldTouched(connection, registry, models, since)
    await writer.transaction('begin', (tx) => writeTouched(tx, touched))
    since = next
    if (touched.streams <= fewStreams) break
  }
  await retryLocked(() => writer.transaction('begin', (tx) => swapTables(tx, { ...swap, since })))
}

/**
 * Locks `events` first, as appends do; holds readers up no longer than the lock timeout. Every append before the lock has
 * ended, and its rows are folded here. An append that waits for the lock meets another fencing token.
 */
async function swapTables(tx: ISql, { registry, models, liveSchema, since }: Swap): Promise<void> {
  await tx.unsafe(`set local lock_timeout = '${lockTimeout}'`)
  await tx`lock table events in share row exclusive mode`
  await writeTouched(tx, await foldTouched(tx, registry, models, since))
  for (const model of models) {
    await tx.unsafe(`drop table if exists ${tableName(model, liveSchema)}`)
    await tx.unsafe(`alter table ${tableName(model, freshSchema)} set schema ${quoted(liveSchema)}`)
  }
  const tables = models.map(({ table }) => table)
  await takeOver(tx, collectDefinitions(registry), tables)
}

/** Streams with events at or after a position, folded anew from their beginning. */
interface Touched {
  readonly streams: number
  /** All ids that the streams ever had a row for, and the rows that they have now. */
  readonly changes: ReadonlyMap<ReadModel, { readonly ids: string[]; readonly rows: Row[] }>
}

/** Reads in one statement, so in one snapshot: a unique key that moved between streams is then seen in one of them only. */
async function foldTouched(
  sql: ISql,
  registry: Registry,
  models: readonly ReadModel[],
  since: number,
): Promise<Touched> {
  const categories = models.map(({ category }) => category)
  const rows = await sql.unsafe<StoredRow[]>(
    `select ${eventColumns} from events
    where stream in (select stream from events where position >= $1 and category = any($2::text[]))
    order by stream, version`,
    [since, categories],
  )
  const reader = { registry, keys: { find: (subjects: readonly string[]) => loadKeys(sql, subjects) } }
  const changes = new Map(models.map((model) => [model, { ids: [] as string[], rows: [] as Row[] }]))
  let streams = 0
  const folder = foldStreams(models, (folds) => {
    streams++
    for (const { model, touched, rows } of folds) {
      const change = changes.get(model)
      for (const id of touched) change?.ids.push(id)
      for (const row of rows.values()) change?.rows.push(row)
    }
  })
  for (const event of await decodeRows(reader, rows)) folder.add(event)
  folder.end()
  return { streams, changes }
}

/** Replaces the rows of the touched streams in the fresh tables. */
async function writeTouched(tx: ISql, { changes }: Touched): Promise<void> {
  for (const [model, { ids, rows }] of changes) {
    const table = tableName(model, freshSchema)
    if (ids.length > 0) await tx.unsafe(deleteRows(model, table, '$1'), [JSON.stringify(ids)])
    if (rows.length > 0) await tx.unsafe(upsertRows(model, table, '$1::text::json'), [JSON.stringify(rows)])
  }
}
