import { readModel } from '@ultimate/event-store/read-model.ts'
import type { UnsubscriptionEvent } from '@ultimate/events/staff/events.ts'
import { unsubscriptionIdOf } from '@ultimate/events/staff/unsubscription.ts'
import type { Sql } from 'postgres'

/** A mailbox that gets no messages of staff, by its digest; empty once its person was forgotten. */
export type UnsubscriptionRow = { readonly id: string; readonly mailbox: string }

export const unsubscriptions = readModel<UnsubscriptionRow, UnsubscriptionEvent>({
  table: 'unsubscriptions',
  version: 1,
  category: 'unsubscription',
  columns: { id: { type: 'uuid' }, mailbox: { type: 'text' } },
  constraints: ['create index {table}_by_mailbox on {table} (mailbox)'],
  rowsOf: ({ metadata }) => unsubscriptionIdOf(metadata.stream),
  evolve(row, { type, data, metadata }) {
    if (type === 'SubscribedAgain') return null
    return type === 'Unsubscribed' ? { id: unsubscriptionIdOf(metadata.stream), mailbox: data.mailbox } : row
  },
})

/** The digests of all of them. */
export async function readUnsubscribed(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<UnsubscriptionRow[]>`select id, mailbox from unsubscriptions where mailbox <> ''`
  return new Set(rows.map(({ mailbox }) => mailbox))
}

/** The ids of those of one mailbox: one, or more where the same link was pressed twice at once. */
export async function readUnsubscriptions(sql: Sql, mailbox: string): Promise<string[]> {
  const rows = await sql<UnsubscriptionRow[]>`select id, mailbox from unsubscriptions where mailbox = ${mailbox}`
  return rows.map(({ id }) => id)
}
