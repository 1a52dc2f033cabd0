import type { ReadModel } from './read-model.ts'
import type { RecordedEvent } from './recorded-event.ts'

export type Row = { readonly id: string }

/** The rows of one read model, folded from events. `idsOf` finds the rows of a stream for `'*'`. */
export interface RowFold {
  readonly model: ReadModel
  readonly rows: Map<string, Row>
  readonly idsOf: Map<string, string[]>
  /** Rows that are new, changed or gone since this was last cleared. */
  readonly touched: Set<string>
}

export function startFold(model: ReadModel): RowFold {
  return { model, rows: new Map(), idsOf: new Map(), touched: new Set() }
}

/** The events of one stream must come in their order; events of other categories are none of the model's business. */
export function foldEvent(fold: RowFold, event: RecordedEvent): void {
  const ids = fold.model.rowsOf(event)
  if (ids === '*') {
    for (const id of fold.idsOf.get(event.metadata.stream)?.slice() ?? []) foldRow(fold, id, event)
  } else if (typeof ids === 'string') {
    foldRow(fold, ids, event)
  } else {
    for (const id of ids) foldRow(fold, id, event)
  }
}

function foldRow({ model, rows, idsOf, touched }: RowFold, id: string, event: RecordedEvent): void {
  const before = rows.get(id) ?? null
  const after = model.evolve(before, event)
  if (after === before) return
  touched.add(id)
  const { stream } = event.metadata
  if (after === null) {
    rows.delete(id)
    idsOf.set(stream, idsOf.get(stream)?.filter((other) => other !== id) ?? [])
    return
  }
  if (after.id !== id) throw new Error(`${model.table}: rowsOf names row "${id}", evolve made "${after.id}"`)
  rows.set(id, after)
  if (before) return
  const ids = idsOf.get(stream)
  if (ids) ids.push(id)
  else idsOf.set(stream, [id])
}
