import { readModel } from '@ultimate/event-store/read-model.ts'
import type { MessageEvent } from '@ultimate/events/staff/events.ts'
import { messageIdOf, type messageStatuses } from '@ultimate/events/staff/message.ts'

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
      const written = { id: messageIdOf(stream), groups: to, subject, text, recipients, at, edition }
      return { ...written, status: 'waiting', sent: null, failed: null }
    }
    if (row === null || type === 'MessageCancelled') return null
    if (type === 'MessageSendingStarted') return { ...row, status: 'sending' }
    return type === 'MessageSent' ? { ...row, status: 'sent', sent: data.sent, failed: data.failed } : row
  },
})
