import type { ISql } from 'postgres'
import { TransientError } from '../../../errors.ts'
import { type Lease, LeaseLost } from '../lease.ts'

/** A dead letter that may yet succeed is retried at this interval, and for this long: as mail servers do. */
export const againAfter = '1 minute'
export const givenUpAfterMs = 5 * 24 * 60 * 60 * 1000

/** Stores the dead letter and moves the checkpoint behind its event in one statement. Throws LeaseLost as `advance` does. */
export async function addDeadLetter(sql: ISql, lease: Lease, from: number, letter: DeadLetter): Promise<void> {
  const { position, cause } = letter
  const put = await sql`
    with moved as (
      update subscriptions set position = ${position}, updated_at = now()
      where name = ${lease.name} and position = ${from} and leased_by = ${lease.owner}
      returning name)
    insert into dead_letters (subscription, position, error, later)
    select name, ${position}, ${String(cause)}, ${cause instanceof TransientError} from moved
    on conflict (subscription, position) do update set at = now(), error = excluded.error, later = excluded.later`
  if (put.count !== 1) throw new LeaseLost(lease)
}

interface DeadLetter {
  readonly position: number
  readonly cause: unknown
}

/** The position of the dead letter that is due for the longest time; null where none is due. */
export async function nextDue(sql: ISql, subscription: string): Promise<number | null> {
  const [letter] = await sql<{ position: number | string }[]>`
    select position from dead_letters
    where subscription = ${subscription} and later and at < now() - ${againAfter}::interval
    order by at limit 1`
  return letter ? Number(letter.position) : null
}

export async function settle(sql: ISql, subscription: string, position: number): Promise<void> {
  await sql`delete from dead_letters where subscription = ${subscription} and position = ${position}`
}

/** The next attempt follows after the interval, or never where it is given up. */
export async function postpone(
  sql: ISql,
  subscription: string,
  { position, cause }: DeadLetter,
  isGivenUp: boolean,
): Promise<void> {
  await sql`
    update dead_letters set at = now(), error = ${String(cause)}, later = ${!isGivenUp}
    where subscription = ${subscription} and position = ${position}`
}
