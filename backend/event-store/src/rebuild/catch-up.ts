import type { ISql } from 'postgres'
import { loadKeys } from '../personal-data/event-codec.ts'
import { decodeRows, eventColumns, type StoredRow } from '../read/log.ts'
import type { ReadModel, Row } from '../read-model.ts'
import type { Registry } from '../registry.ts'
import { tableName } from '../tables/read-model-table.ts'
import { deleteRows, upsertRows } from '../tables/row-changes.ts'
import { foldStreams } from './fold-streams.ts'
import { freshSchema } from './fresh-tables.ts'

/** Streams with events at or after a position, folded anew from their beginning. */
export interface Touched {
  readonly streams: number
  readonly changes: ReadonlyMap<ReadModel, { readonly touched: string[]; readonly rows: Row[] }>
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
export async function writeTouched(tx: ISql, { changes }: Touched): Promise<void> {
  for (const [model, { touched, rows }] of changes) {
    const table = tableName(model, freshSchema)
    if (touched.length > 0) await tx.unsafe(deleteRows(model, table, '$1'), [JSON.stringify(touched)])
    if (rows.length > 0) await tx.unsafe(upsertRows(model, table, '$1::text::json'), [JSON.stringify(rows)])
  }
}
