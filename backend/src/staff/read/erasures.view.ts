import { readModel } from '@ultimate/event-store/read-model.ts'
import type { ErasureEvent } from '@ultimate/events/staff/events.ts'
import type { Sql } from 'postgres'
import { erasureIdOf } from '../write/forgetting/forgetting.decider.ts'
import { identityKey } from './users.view.ts'

/** A person who asked to be forgotten, until they are answered. */
export interface ErasureRow {
  readonly id: string
  readonly email: string
  /** The key that makes the request unique; null once the person is forgotten, which answers the request. */
  readonly email_key: string | null
  readonly requested_at: Date
  readonly until: Date
}

export const erasures = readModel<ErasureRow, ErasureEvent>({
  table: 'erasures',
  version: 1,
  category: 'erasure',
  columns: {
    id: { type: 'uuid' },
    email: { type: 'text' },
    email_key: { type: 'text', nullable: true },
    requested_at: { type: 'timestamptz' },
    until: { type: 'timestamptz' },
  },
  constraints: ['create unique index {table}_email on {table} (email_key)'],
  conflicts: { erasures_email: 'FORGETTING_REQUESTED' },
  rowsOf: ({ metadata }) => erasureIdOf(metadata.stream),
  evolve(_, event) {
    if (event.type !== 'ForgettingRequested') return null
    const { email, until } = event.data
    const { stream, at } = event.metadata
    const email_key = email === '' ? null : identityKey(email)
    return { id: erasureIdOf(stream), email, email_key, requested_at: at, until: new Date(until) }
  },
})

/** Reads the request with this address, even one that has expired. */
export async function readRequest(sql: Sql, email: string): Promise<ErasureRow | null> {
  const [row] = await sql<ErasureRow[]>`select * from erasures where email_key = ${identityKey(email)}`
  return row ?? null
}

/** Reads the requests that wait for a TD's answer at `now`, oldest first. */
export function readOpenRequests(sql: Sql, now: Date): Promise<ErasureRow[]> {
  return sql<
    ErasureRow[]
  >`select * from erasures where email_key is not null and until > ${now} order by requested_at, id`
}

export function readRequests(sql: Sql, ids: readonly string[]): Promise<ErasureRow[]> {
  return sql<
    ErasureRow[]
  >`select * from erasures where email_key is not null and id = any(${[...ids]}::text[]::uuid[]) order by requested_at, id`
}
