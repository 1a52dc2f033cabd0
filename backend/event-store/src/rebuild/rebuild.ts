import type { ISql, Sql } from 'postgres'
import { safePosition } from '../read/log.ts'
import type { ReadModel, Row } from '../read-model.ts'
import { createRegistry, type Registry, type StoredModule } from '../registry.ts'
import { openSession } from '../session.ts'
import { type Comparison, compareWithLive, type Difference } from './compare.ts'
import { foldStreams } from './fold-streams.ts'
import { createFreshTable, dropFreshTables, type FreshTable } from './fresh-tables.ts'
import type { RebuildProgress, RebuildResult, RebuiltTable } from './report.ts'
import { snapshotEvents } from './snapshot-events.ts'
import { swapIn } from './swap.ts'

export { formatArray } from '../tables/statement.ts'
export { copyFields, copyIn, copyOut, detached } from './copy.ts'
export { foldStreams } from './fold-streams.ts'
export { describeResult, progressLine, type RebuildProgress, type RebuildResult, reportTenths } from './report.ts'

export interface RebuildOptions {
  readonly sql: Sql
  readonly modules: readonly StoredModule[]
  /** The tables to rebuild; all when absent. */
  readonly tables?: readonly string[]
  /** False where there are no live tables of the same shape. */
  readonly compare?: boolean
  /** Puts the rebuilt tables in place, which only their owner may do. Without it, a rebuild only compares. */
  readonly apply: boolean
  readonly onProgress?: (progress: RebuildProgress) => void
}

/** One rebuild at a time in all processes, and no person is forgotten meanwhile (see forget.ts). */
export const rebuildLock = 5_312_000_002
const shownDifferences = 100

/** The rows of a table are written and compared when this many are pending. */
const batch = 2_000

/** The mode of transactions for the log and the live tables alike. */
const snapshotMode = 'begin isolation level repeatable read read only'

interface Work {
  /** Reads the events. */
  readonly tx: ISql
  /** Reads keys of people and live rows in the same snapshot, because `tx` is busy while events arrive. */
  readonly beside: ISql
  /** Holds the lock and, with `apply`, writes the fresh tables. */
  readonly connection: ISql
  readonly registry: Registry
  readonly models: readonly ReadModel[]
  readonly liveSchema: string
  readonly compare: boolean
  readonly apply: boolean
  readonly onProgress: (progress: RebuildProgress) => void
}

/**
 * Builds the rows of read models from the events, and compares them one by one with the live ones. Rows commit together
 * with their events, so one snapshot shows events and rows that belong together while writers go on. With `apply` the
 * built rows go into fresh tables, which then take the place of the live ones. Streams are folded one after another, so
 * that only the rows of a few are in memory.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildResult> {
  const { sql, tables, compare = true, apply, onProgress = () => {} } = options
  const registry = createRegistry(options.modules)
  const models = registry.readModels.filter(({ table }) => !tables || tables.includes(table))
  const [reader, companion, writer] = [openSession(sql), openSession(sql), openSession(sql)]
  try {
    return await writer.steady(async (connection) => {
      await connection`select pg_advisory_lock(${rebuildLock})`
      if (apply) await dropFreshTables(connection)
      const [schema] = await connection<{ name: string }[]>`select current_schema() as name`
      const liveSchema = schema?.name ?? 'public'
      const { since, ...result } = await reader.transaction(snapshotMode, async (tx) => {
        // A long log takes longer to read than a request may take.
        await tx`set local statement_timeout = 0`
        const [exported] = await tx<{ snapshot: string }[]>`select pg_export_snapshot() as snapshot`
        return companion.transaction(snapshotMode, async (beside) => {
          await beside.unsafe(`set transaction snapshot '${exported?.snapshot}'`)
          // Live rows are read by thousands of ids, for which PostgreSQL would scan the whole table each time.
          await beside`set local enable_seqscan = off`
          await beside`set local statement_timeout = 0`
          return build({ tx, beside, connection, registry, models, compare, apply, onProgress, liveSchema })
        })
      })
      if (apply) {
        onProgress({ stage: 'swap', events: result.events, total: result.events })
        await swapIn({ writer, connection, registry, models, liveSchema, since })
        await dropFreshTables(connection)
      }
      return { ...result, applied: apply }
    })
  } finally {
    await Promise.all([reader.close(), companion.close(), writer.close()])
  }
}

async function build(work: Work) {
  const { tx, models, apply, onProgress } = work
  const started = performance.now()
  const since = await safePosition(tx)
  const tables: TableInWork[] = []
  for (const model of models) tables.push(await openTable(work, model))
  const events = await foldAll(work, tables)
  onProgress({ stage: apply ? 'write' : 'compare', events, total: events })
  for (const table of tables) await finish(table)
  return {
    since,
    events,
    tables: tables.map(({ model, rows, differences }): RebuiltTable => ({ table: model.table, rows, differences })),
    differences: tables.flatMap(({ shown }) => shown),
    seconds: (performance.now() - started) / 1000,
  }
}

interface TableInWork {
  readonly model: ReadModel
  readonly fresh: FreshTable | null
  readonly comparison: Comparison | null
  /** Rows that were folded, and neither written nor compared yet. */
  pending: Row[]
  rows: number
  differences: number
  /** The first of the differences. */
  readonly shown: Difference[]
}

async function openTable(
  { beside, connection, liveSchema, compare, apply }: Work,
  model: ReadModel,
): Promise<TableInWork> {
  const fresh = apply ? await createFreshTable(connection, model, liveSchema) : null
  const comparison = compare ? await compareWithLive(beside, model) : null
  return { model, fresh, comparison, pending: [], rows: 0, differences: 0, shown: [] }
}

async function foldAll(
  { tx, beside, registry, models, onProgress }: Work,
  tables: readonly TableInWork[],
): Promise<number> {
  const categories = [...new Set(models.map(({ category }) => category))]
  const [counted] = await beside<{ total: string | number }[]>`
    select count(*) as total from events where category = any(${categories}::text[])`
  const total = Number(counted?.total)
  const tableByModel = new Map(tables.map((table) => [table.model, table]))
  const folder = foldStreams(models, (folds) => {
    for (const { model, rows } of folds) for (const row of rows.values()) tableByModel.get(model)?.pending.push(row)
  })
  let events = 0
  let flushing = Promise.resolve()
  for await (const arrived of snapshotEvents({ tx, keyConnection: beside, registry, categories })) {
    for (const event of arrived) folder.add(event)
    events += arrived.length
    onProgress({ stage: 'fold', events, total })
    const full = tables.filter(({ pending }) => pending.length >= batch)
    if (full.length === 0) continue
    await flushing
    // Not awaited: rows are written while the next events are folded.
    flushing = flushAll(full)
    flushing.catch(() => {})
  }
  folder.end()
  await flushing
  await flushAll(tables)
  return events
}

/** One after another: a COPY has its connection to itself. */
async function flushAll(tables: readonly TableInWork[]): Promise<void> {
  for (const table of tables) await flush(table)
}

async function flush(table: TableInWork): Promise<void> {
  const rows = table.pending
  if (rows.length === 0) return
  table.pending = []
  table.rows += rows.length
  const [differences = []] = await Promise.all([table.comparison?.compare(rows), table.fresh?.add(rows)])
  for (const difference of differences) addDifference(table, difference)
}

async function finish(table: TableInWork): Promise<void> {
  await table.fresh?.finish()
  if (table.comparison) for await (const difference of table.comparison.extraRows()) addDifference(table, difference)
}

function addDifference(table: TableInWork, difference: Difference): void {
  table.differences++
  if (table.shown.length < shownDifferences) table.shown.push(difference)
}
