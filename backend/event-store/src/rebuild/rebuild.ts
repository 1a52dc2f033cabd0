import type { ISql, Sql } from 'postgres'
import { safePosition } from '../read/log.ts'
import type { ReadModel } from '../read-model.ts'
import { foldEvent, type RowFold, startFold } from '../read-model.ts'
import { categoryOf, createRegistry, type Registry, type StoredModule } from '../registry.ts'
import { openSession } from '../session.ts'
import { type Difference, differences } from './compare.ts'
import { dropFreshTables, fillFreshTable } from './fresh-tables.ts'
import type { RebuildProgress, RebuildResult, RebuiltTable } from './report.ts'
import { snapshotEvents } from './snapshot-events.ts'
import { swapIn } from './swap.ts'

export { arrayOf } from '../tables/statement.ts'
export { copyFields, copyIn, copyOut } from './copy.ts'
export { describeResult, progressLine, type RebuildResult } from './report.ts'

export interface RebuildOptions {
  readonly sql: Sql
  readonly modules: readonly StoredModule[]
  /** Only these; all when absent. */
  readonly tables?: readonly string[]
  /** False where there are no live tables of the same shape. */
  readonly compare?: boolean
  /** Needs the owner of the tables; all else only reads. */
  readonly apply: boolean
  readonly onProgress?: (progress: RebuildProgress) => void
}

/** One rebuild at a time in all processes, and no person is forgotten meanwhile (see forget.ts). */
export const rebuildLock = 5_312_000_002
const shownDifferences = 100

interface Work {
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
 * with their events, so one snapshot shows events and rows that belong together while writers go on. With `apply` they
 * are written into fresh tables, which then take the place of the live ones.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildResult> {
  const { sql, tables, compare = true, apply, onProgress = () => {} } = options
  const registry = createRegistry(options.modules)
  const models = registry.readModels.filter(({ table }) => !tables || tables.includes(table))
  const [reader, writer] = [openSession(sql), openSession(sql)]
  try {
    return await writer.steady(async (connection) => {
      await connection`select pg_advisory_lock(${rebuildLock})`
      if (apply) await dropFreshTables(connection)
      const [schema] = await connection<{ name: string }[]>`select current_schema() as name`
      const liveSchema = schema?.name ?? 'public'
      const work: Work = { connection, registry, models, compare, apply, onProgress, liveSchema }
      const { since, ...result } = await reader.transaction('begin isolation level repeatable read read only', (tx) =>
        buildAndCompare(tx, work),
      )
      if (apply) {
        onProgress({ stage: 'swap', events: result.events, total: result.events })
        await swapIn({ writer, connection, registry, models, liveSchema, since })
        await dropFreshTables(connection)
      }
      return { ...result, applied: apply }
    })
  } finally {
    await Promise.all([reader.close(), writer.close()])
  }
}

async function buildAndCompare(tx: ISql, work: Work) {
  const { connection, liveSchema, compare, apply, onProgress } = work
  const started = performance.now()
  const since = await safePosition(tx)
  const { folds, events } = await foldAll(tx, work)
  const tables: RebuiltTable[] = []
  const found: Difference[] = []
  for (const { model, rows } of folds) {
    onProgress({ stage: apply ? 'write' : 'compare', events, total: events })
    const written = apply ? fillFreshTable(connection, model, rows.values(), liveSchema) : null
    const compared = compare ? collect(differences(tx, model, rows)) : { first: [], count: 0 }
    const [, { first, count }] = await Promise.all([written, compared])
    found.push(...first)
    tables.push({ table: model.table, rows: rows.size, differences: count })
  }
  return { since, events, tables, differences: found, seconds: (performance.now() - started) / 1000 }
}

async function foldAll(tx: ISql, { connection, registry, models, onProgress }: Work) {
  const folds = models.map(startFold)
  const byCategory = Map.groupBy(folds, ({ model }) => model.category)
  const categories = [...byCategory.keys()]
  const [counted] = await tx<{ total: string | number }[]>`
    select count(*) as total from events where category = any(${categories}::text[])`
  const total = Number(counted?.total)
  let events = 0
  for await (const batch of snapshotEvents({ tx, keys: connection, registry, categories })) {
    for (const event of batch) foldInto(byCategory, event)
    events += batch.length
    onProgress({ stage: 'fold', events, total })
  }
  return { folds, events }
}

type FoldsByCategory = ReadonlyMap<string, readonly RowFold[]>

function foldInto(byCategory: FoldsByCategory, event: Parameters<typeof foldEvent>[1]): void {
  const folds = byCategory.get(categoryOf(event.metadata.stream))
  if (folds) for (const fold of folds) foldEvent(fold, event)
}

async function collect(all: AsyncGenerator<Difference>): Promise<{ first: Difference[]; count: number }> {
  const first: Difference[] = []
  let count = 0
  for await (const difference of all) {
    count++
    if (first.length < shownDifferences) first.push(difference)
  }
  return { first, count }
}
