import { readModel } from '@ultimate/event-store/read-model.ts'
import type { MessageEvent, UnsubscriptionEvent } from '@ultimate/events/staff/events.ts'
import { messageIdOf, type messageStatuses } from '@ultimate/events/staff/message.ts'
import { unsubscriptionIdOf } from '@ultimate/events/staff/unsubscription.ts'
import type { Sql } from 'postgres'

/** A message that staff wrote to groups of people, and did not cancel. */
export type MessageRow = {
  readonly id: string
  readonly groups: readonly string[]
  readonly subject: string
  readonly text: string
  readonly recipients: number
  readonly status: (typeof messageStatuses)[number]
  /** Both null until each of its mails has left or failed. */
  readonly sent: number | null
  readonly failed: number | null
  readonly at: Date
  /** The year of its weekend. */
  readonly edition: string
}

export const messages = readModel<MessageRow, MessageEvent>({
  table: 'messages',
  version: 1,
  category: 'message',
  columns: {
    id: { type: 'uuid' },
    groups: { type: 'jsonb' },
    subject: { type: 'text' },
    text: { type: 'text' },
    recipients: { type: 'integer' },
    status: { type: 'text' },
    sent: { type: 'integer', nullable: true },
    failed: { type: 'integer', nullable: true },
    at: { type: 'timestamptz' },
    edition: { type: 'text' },
  },
  rowsOf: ({ metadata }) => messageIdOf(metadata.stream),
  evolve(row, { type, data, metadata }) {
    if (type === 'MessageSubmitted') {
      const { to, subject, text, recipients } = data
      const { stream, at, edition } = metadata
      const submitted = { id: messageIdOf(stream), groups: to, subject, text, recipients, at, edition }
      return { ...submitted, status: 'waiting', sent: null, failed: null }
    }
    if (row === null || type === 'MessageCancelled') return null
    if (type === 'MessageSendingStarted') return { ...row, status: 'sending' }
    return type === 'MessageSent' ? { ...row, status: 'sent', sent: data.sent, failed: data.failed } : row
  },
})

/** The messages of an edition, the newest first. */
export const readMessages = (sql: Sql, edition: string): Promise<MessageRow[]> =>
  sql<MessageRow[]>`select * from messages where edition = ${edition} order by at desc, id`

/** A mailbox that gets no messages of staff, by its digest; empty once its person was forgotten. */
type UnsubscriptionRow = { readonly id: string; readonly mailbox: string }

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

/** Reads the digests of all mailboxes that have unsubscribed. */
export async function readUnsubscribed(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<UnsubscriptionRow[]>`select id, mailbox from unsubscriptions where mailbox <> ''`
  return new Set(rows.map(({ mailbox }) => mailbox))
}

/** Reads the ids of a mailbox's unsubscriptions: more than one if its link was pressed twice at once. */
export async function readUnsubscriptions(sql: Sql, mailbox: string): Promise<string[]> {
  const rows = await sql<UnsubscriptionRow[]>`select id, mailbox from unsubscriptions where mailbox = ${mailbox}`
  return rows.map(({ id }) => id)
}
