import type { ISql } from 'postgres'
import { loadKeys } from '../personal-data/event-codec.ts'
import { decodeRows, eventColumns, type StoredRow, safePosition } from '../read/log.ts'
import type { ReadModel, Row } from '../read-model.ts'
import type { Registry } from '../registry.ts'
import type { Session } from '../session.ts'
import { collectDefinitions, takeOver } from '../tables/definitions.ts'
import { quoted, tableName } from '../tables/read-model-table.ts'
import { lockTimeout, retryLocked } from '../tables/retry-locked.ts'
import { deleteRows, upsertRows } from '../tables/row-changes.ts'
import { foldStreams } from './fold-streams.ts'
import { freshSchema } from './fresh-tables.ts'

export interface Swap {
  readonly writer: Session
  /** The writer's connection. */
  readonly connection: ISql
  readonly registry: Registry
  readonly models: readonly ReadModel[]
  readonly liveSchema: string
  /** The fresh tables hold everything below. */
  readonly since: number
}

/** Catch-up rounds end once no more streams than these are left, which are folded while writers wait. */
const fewStreams = 50
const catchUpRounds = 20

/**
 * Puts the fresh tables in the place of the live ones while the site serves: catches up with writers, keeps them out
 * for a moment, catches up for the last time and swaps.
 */
export async function swapIn(swap: Swap): Promise<void> {
  let { since } = swap
  const { writer, connection, registry, models } = swap
  for (let round = 0; round < catchUpRounds; round++) {
    const next = await safePosition(connection)
    const touched = await foldTouched(connection, registry, models, since)
    await writer.transaction('begin', (tx) => writeTouched(tx, touched))
    since = next
    if (touched.streams <= fewStreams) break
  }
  await retryLocked(() => writer.transaction('begin', (tx) => swapTables(tx, { ...swap, since })))
}

/**
 * Locks `events` first, as appends do; holds readers up no longer than the lock timeout. An append that was let in
 * before has ended by then and is caught up with here; one that waits for the lock finds another fencing token.
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
  readonly changes: ReadonlyMap<ReadModel, { readonly touched: string[]; readonly rows: Row[] }>
}

/** Read in one statement's snapshot, so that unique keys which moved between streams are seen on one side only. */
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
  const changes = new Map(models.map((model) => [model, { touched: [] as string[], rows: [] as Row[] }]))
  let streams = 0
  const folder = foldStreams(models, (folds) => {
    streams++
    for (const { model, touched, rows } of folds) {
      const change = changes.get(model)
      for (const id of touched) change?.touched.push(id)
      for (const row of rows.values()) change?.rows.push(row)
    }
  })
  for (const event of await decodeRows(reader, rows)) folder.add(event)
  folder.end()
  return { streams, changes }
}

/** Puts the rows of the touched streams in place of those that the fresh tables have. */
async function writeTouched(tx: ISql, { changes }: Touched): Promise<void> {
  for (const [model, { touched, rows }] of changes) {
    const table = tableName(model, freshSchema)
    if (touched.length > 0) await tx.unsafe(deleteRows(model, table, '$1'), [JSON.stringify(touched)])
    if (rows.length > 0) await tx.unsafe(upsertRows(model, table, '$1::text::json'), [JSON.stringify(rows)])
  }
}
