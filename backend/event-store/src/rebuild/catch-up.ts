import type { ISql } from 'postgres'
import { loadKeys } from '../personal-data/event-codec.ts'
import { decodeRows, eventColumns, type StoredRow } from '../read/log.ts'
import type { ReadModel } from '../read-model.ts'
import { foldEvent, type RowFold, startFold } from '../read-model.ts'
import { categoryOf, type Registry } from '../registry.ts'
import { tableName } from '../tables/read-model-table.ts'
import { deleteRows, upsertRows } from '../tables/row-changes.ts'
import { freshSchema } from './fresh-tables.ts'

/** Streams with events at or after a position, folded anew from their beginning. */
export interface Touched {
  readonly streams: number
  readonly folds: readonly RowFold[]
}

/** Read in one statement's snapshot, so that unique keys which moved between streams are seen on one side only. */
export async function foldTouched(
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
  const folds = models.map(startFold)
  const reader = { registry, keys: { find: (subjects: readonly string[]) => loadKeys(sql, subjects) } }
  const streams = new Set<string>()
  for (const event of await decodeRows(reader, rows)) {
    streams.add(event.metadata.stream)
    for (const fold of folds) if (fold.model.category === categoryOf(event.metadata.stream)) foldEvent(fold, event)
  }
  return { streams: streams.size, folds }
}

/** Puts the rows of the touched streams in place of those that the fresh tables have. */
export async function writeTouched(tx: ISql, { folds }: Touched): Promise<void> {
  for (const { model, touched, rows } of folds) {
    const table = tableName(model, freshSchema)
    if (touched.size > 0) await tx.unsafe(deleteRows(model, table, '$1'), [JSON.stringify([...touched])])
    if (rows.size > 0) await tx.unsafe(upsertRows(model, table, '$1::text::json'), [JSON.stringify([...rows.values()])])
  }
}
