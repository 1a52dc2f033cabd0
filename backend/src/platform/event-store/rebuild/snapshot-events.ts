import type { ISql } from 'postgres'
import type { Catalogue } from '../catalogue.ts'
import { decode, subjectsToUnseal } from '../event-codec.ts'
import { loadKeys } from '../person-keys.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { eventColumns, recorded, type StoredRow } from '../stored-row.ts'

const batch = 10_000

/**
 * The events of these categories in the log's order, as the transaction's snapshot shows them. While one batch is
 * folded, PostgreSQL prepares the next.
 */
export async function* snapshotEvents(
  tx: ISql,
  catalogue: Catalogue,
  categories: readonly string[],
): AsyncGenerator<RecordedEvent[]> {
  const fetch = (after: number) =>
    tx
      .unsafe<StoredRow[]>(
        `select position, ${eventColumns} from events where position > $1 and category = any($2::text[])
      order by position limit ${batch}`,
        [after, [...categories]],
        { prepare: true },
      )
      .execute()
  let next = fetch(-1)
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    if (!last) return
    next = fetch(Number(last.position))
    const keys = await loadKeys(tx, subjectsToUnseal(catalogue, rows))
    yield rows.map((row) => recorded({ ...row, position: 0 }, decode(catalogue, row, keys)))
  }
}
