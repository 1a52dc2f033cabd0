import type { Sql } from 'postgres'
import { identityKey } from '../users/project.ts'
import type { ErasureRow } from './project.ts'

/** Also one that has ended by itself. */
export async function requestOf(sql: Sql, email: string): Promise<ErasureRow | null> {
  const [row] = await sql<ErasureRow[]>`select * from erasures where email_key = ${identityKey(email)}`
  return row ?? null
}

/** The requests that wait for an answer at `now`, oldest first: a TD has to decide them. */
export function openRequests(sql: Sql, now: Date): Promise<ErasureRow[]> {
  return sql<
    ErasureRow[]
  >`select * from erasures where email_key is not null and until > ${now} order by requested_at, id`
}

export function requestsById(sql: Sql, ids: readonly string[]): Promise<ErasureRow[]> {
  return sql<
    ErasureRow[]
  >`select * from erasures where email_key is not null and id = any(${[...ids]}::text[]::uuid[]) order by requested_at, id`
}
