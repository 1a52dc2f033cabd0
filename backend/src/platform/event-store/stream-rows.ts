import type { ISql } from 'postgres'
import { foldEvent, startFold } from './fold-rows.ts'
import type { ReadModel } from './read-model.ts'
import { tableName } from './read-model-table.ts'
import { type Reader, readStream } from './read-stream.ts'
import { categoryOf } from './registry.ts'
import { deleteRows, upsertRows } from './row-changes.ts'

/** Where to write: the live tables, or those of a rebuild. */
export interface Target {
  readonly models: readonly ReadModel[]
  readonly schema: string | null
}

/** Folds one stream from its beginning and puts its rows in place of whatever was there. */
export async function rewriteStreamRows(tx: ISql, reader: Reader, stream: string, target: Target): Promise<void> {
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
