import type { ISql } from 'postgres'
import { TransientError } from '../automation.ts'
import { decodeRows, eventColumns, type Reader, type StoredRow } from '../read/log.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { type Lease, LeaseLost } from './lease.ts'

/** A dead letter that may yet succeed (`later` in its row) is retried at this interval, and for so long, as mail is. */
export const againAfter = '1 minute'
export const givenUpAfterMs = 5 * 24 * 60 * 60 * 1000

/** Stores the dead letter and moves the checkpoint to its event, in one statement. Throws LeaseLost as `advance` does. */
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
export async function findDueDeadLetter(sql: ISql, subscription: string): Promise<number | null> {
  const [letter] = await sql<{ position: number | string }[]>`
    select position from dead_letters
    where subscription = ${subscription} and later and at < now() - ${againAfter}::interval
    order by at limit 1`
  return letter ? Number(letter.position) : null
}

export async function removeDeadLetter(sql: ISql, subscription: string, position: number): Promise<void> {
  await sql`delete from dead_letters where subscription = ${subscription} and position = ${position}`
}

/** The next attempt follows after the interval, or never where the event is given up. */
export async function postponeDeadLetter(
  sql: ISql,
  subscription: string,
  { position, cause }: DeadLetter,
  isGivenUp: boolean,
): Promise<void> {
  await sql`
    update dead_letters set at = now(), error = ${String(cause)}, later = ${!isGivenUp}
    where subscription = ${subscription} and position = ${position}`
}

/** Events of one key, which wait until their due time to be handled together. */
export interface Group {
  readonly subscription: string
  readonly key: string
  readonly due: Date
  /** The latest due time, if the group begins with these events. */
  readonly latest: Date
}

/**
 * Adds events to their group, and moves the group's due time, to its `latest` at most. An event that is there already
 * only moves the due time. A group that an earlier release began has no `latest`: it gets one that starts with
 * `events`.
 *
 * Only the row of the last event has the due time, and the rows of the others have `infinity`. So one row is rewritten,
 * and an index of the rows with a due time finds `latest`, however many events the group has.
 */
export async function gather(sql: ISql, group: Group, events: readonly RecordedEvent[]): Promise<void> {
  const { subscription, key, due, latest } = group
  const positions = listPositions(events)
  await sql`
    with begun as (
      select latest from gathered_events where subscription = ${subscription} and due < 'infinity' and key = ${key}
    ), no_longer_last as (
      update gathered_events set due = 'infinity'
      where subscription = ${subscription} and due < 'infinity' and key = ${key}
        and position <> all(${positions}::text[]::bigint[])
    )
    insert into gathered_events (subscription, position, key, due, latest)
    select ${subscription}, position::bigint, ${key},
      case when position = ${positions.at(-1) ?? ''} then least(${due}::timestamptz, latest) else 'infinity' end, latest
    from unnest(${positions}::text[]) as stored(position),
      (select coalesce((select min(latest) from begun), ${latest}::timestamptz) as latest) as limits
    on conflict (subscription, position) do update set due = excluded.due`
}

/** The events of the group that has been due for the longest time, in the log's order; none where no group is due. */
export async function readDueGroup(
  sql: ISql,
  reader: Reader,
  { subscription, now }: { readonly subscription: string; readonly now: Date },
): Promise<RecordedEvent[]> {
  const rows = await sql<StoredRow[]>`
    with due_group as (
      select key from gathered_events
      where subscription = ${subscription} and due <= ${now} and due < 'infinity' order by due, position limit 1
    )
    select position, ${sql.unsafe(eventColumns)} from events
    where position in (
      select position from due_group join gathered_events using (key) where subscription = ${subscription})
    order by position`
  return decodeRows(reader, rows)
}

const listPositions = (events: readonly RecordedEvent[]): string[] =>
  events.map(({ metadata }) => String(metadata.position))

export async function removeGroup(sql: ISql, subscription: string, events: readonly RecordedEvent[]): Promise<void> {
  await sql`
    delete from gathered_events
    where subscription = ${subscription} and position = any(${listPositions(events)}::text[]::bigint[])`
}

/** Makes a dead letter of each event of a group. An event that is not given up is gathered again when it is retried. */
export async function addGroupDeadLetters(
  sql: ISql,
  subscription: string,
  {
    events,
    cause,
    isGivenUp,
  }: { readonly events: readonly RecordedEvent[]; readonly cause: unknown; readonly isGivenUp: boolean },
): Promise<void> {
  await sql`
    with gone as (
      delete from gathered_events
      where subscription = ${subscription} and position = any(${listPositions(events)}::text[]::bigint[])
      returning position)
    insert into dead_letters (subscription, position, error, later)
    select ${subscription}, position, ${String(cause)}, ${!isGivenUp} from gone
    on conflict (subscription, position) do update set at = now(), error = excluded.error, later = excluded.later`
}
