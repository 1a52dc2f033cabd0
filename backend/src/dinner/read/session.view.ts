import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import { evolve, initialState } from '@ultimate/events/dinner/session.ts'

/** The present dinner of an edition: one row, and none until something happens. */
export type SessionRow = {
  id: string
  dinner: number
  started_at: Date | null
  finished_at: Date | null
  warming_slots: number
  buffet_slots: number
  /** The version of the edition's dinner stream. */
  version: number
}

export const sessions = readModel<SessionRow, SessionEvent>({
  table: 'dinner_sessions',
  version: 3,
  category: 'dinner',
  columns: {
    id: { type: 'text' },
    dinner: { type: 'integer' },
    started_at: { type: 'timestamptz', nullable: true },
    finished_at: { type: 'timestamptz', nullable: true },
    warming_slots: { type: 'integer' },
    buffet_slots: { type: 'integer' },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => metadata.stream,
  evolve: (row, event) => buildRow(evolve(toSession(row), event as SessionEvent), event),
})

/** A row as a query returns it, or as JSON, where times are texts. */
export type ReadSession = Omit<SessionRow, 'started_at' | 'finished_at'> & {
  readonly started_at: Date | string | null
  readonly finished_at: Date | string | null
}

export function toSession(row: ReadSession | null): DinnerSession {
  if (row === null) return initialState()
  return {
    dinner: row.dinner,
    startedAt: row.started_at && new Date(row.started_at).toISOString(),
    finishedAt: row.finished_at && new Date(row.finished_at).toISOString(),
    warmingSlots: row.warming_slots,
    buffetSlots: row.buffet_slots,
  }
}

function buildRow(session: DinnerSession, { metadata }: RecordedEvent<SessionEvent>): SessionRow {
  const { dinner, startedAt, finishedAt, warmingSlots, buffetSlots } = session
  return {
    id: metadata.stream,
    dinner,
    started_at: startedAt === null ? null : new Date(startedAt),
    finished_at: finishedAt === null ? null : new Date(finishedAt),
    warming_slots: warmingSlots,
    buffet_slots: buffetSlots,
    version: metadata.version,
  }
}
