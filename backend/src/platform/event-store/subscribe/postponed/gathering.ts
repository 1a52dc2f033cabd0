import type { ISql } from 'postgres'
import { decodeRows, eventColumns, type Reader, type StoredRow } from '../../read/log.ts'
import type { RecordedEvent } from '../../recorded-event.ts'

/** Events of one key that wait for each other, until their due time. */
export interface Group {
  readonly subscription: string
  readonly key: string
  readonly due: Date
}

/** Stores the event with its group, and moves the due time of the whole group. Storing an event again changes only that. */
export async function gather(sql: ISql, { subscription, key, due }: Group, position: number): Promise<void> {
  await sql`
    with stored as (
      insert into gathered_events (subscription, position, key, due) values (${subscription}, ${position}, ${key}, ${due})
      on conflict (subscription, position) do update set due = excluded.due)
    update gathered_events set due = ${due}
    where subscription = ${subscription} and key = ${key} and position <> ${position}`
}

/** The events of the group that has been due for the longest time, in the log's order; none where no group is due. */
export async function readDueGroup(
  sql: ISql,
  reader: Reader,
  { subscription, now }: { readonly subscription: string; readonly now: Date },
): Promise<RecordedEvent[]> {
  const rows = await sql<StoredRow[]>`
    select position, ${sql.unsafe(eventColumns)} from events
    where position in (
      select position from gathered_events
      where subscription = ${subscription} and key = (
        select key from gathered_events
        where subscription = ${subscription} and due <= ${now} order by due, position limit 1))
    order by position`
  return decodeRows(reader, rows)
}

const positionsOf = (events: readonly RecordedEvent[]): string[] =>
  events.map(({ metadata }) => String(metadata.position))

export async function settleGroup(sql: ISql, subscription: string, events: readonly RecordedEvent[]): Promise<void> {
  await sql`
    delete from gathered_events
    where subscription = ${subscription} and position = any(${positionsOf(events)}::text[]::bigint[])`
}

/** Makes a dead letter of each event of a group; one that may yet succeed is gathered again when it is retried. */
export async function putGroupAside(
  sql: ISql,
  subscription: string,
  {
    events,
    cause,
    later,
  }: { readonly events: readonly RecordedEvent[]; readonly cause: unknown; readonly later: boolean },
): Promise<void> {
  await sql`
    with gone as (
      delete from gathered_events
      where subscription = ${subscription} and position = any(${positionsOf(events)}::text[]::bigint[])
      returning position)
    insert into dead_letters (subscription, position, error, later)
    select ${subscription}, position, ${String(cause)}, ${later} from gone
    on conflict (subscription, position) do update set at = now(), error = excluded.error, later = excluded.later`
}
