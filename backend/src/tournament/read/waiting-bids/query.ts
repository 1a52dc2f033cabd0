import type { Sql } from 'postgres'

/** A bid whose address is not confirmed yet. */
export interface WaitingBid {
  readonly id: string
  readonly captain_email: string
  readonly created_at: Date
}

/** More than anybody makes; a stranger may make any number under an address. */
const most = 10

/** Bids of an address that do not count yet, the newest first. */
export async function readWaitingBids(sql: Sql, email: string): Promise<WaitingBid[]> {
  return sql<WaitingBid[]>`
    select id, captain_email, created_at from teams
    where lower(captain_email) = lower(${email}) and not email_confirmed and removed is null
    order by created_at desc, id limit ${most}`
}
