import type { Sql } from 'postgres'
import type { Gathering } from '../automation.ts'
import { PermanentError, TransientError } from '../automation.ts'
import type { Clock } from '../clock.ts'
import { decodeRows, eventColumns, type Reader, readRows, type StoredRow } from '../read/log.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import type { StoreReport } from '../report.ts'
import { isUnreachable } from '../unreachable-database.ts'
import { acquire, advance, keepRenewing, type Lease, release } from './lease.ts'
import {
  addDeadLetter,
  addGroupDeadLetters,
  gather,
  givenUpAfterMs,
  nextDue,
  postpone,
  readDueGroup,
  settle,
  settleGroup,
} from './postponed.ts'

/**
 * Follows events of some types: at least once, in the log's order, on one backend at a time. While `handle` works, which
 * may take as long as another server likes, no transaction is open: readers of the log stop below the oldest
 * transaction that writes.
 */
export interface Subscription {
  readonly name: string
  readonly types: readonly string[]
  readonly handle: (event: RecordedEvent) => Promise<void>
  /** Handles events together after a quiet time; `handle` is not called then. */
  readonly gather?: Gathering
}

export interface SubscriptionParts {
  readonly sql: Sql
  readonly reader: Reader
  readonly clock: Clock
  readonly report: StoreReport
  /** Names this backend in leases. */
  readonly owner: string
  readonly leaseMs: number
}

/** The number of times that `handle` may fail on one event before that event becomes a dead letter. */
const attempts = 6

/** The number of quiet times that a gathered event waits at most, where others of its key keep coming. */
const maxWait = 10

/** The failing event, and its number of failures. */
interface Failing {
  position: number
  times: number
}

/** Works for one subscription whenever it is called, one call at a time. */
export function subscriptionWorker(parts: SubscriptionParts, subscription: Subscription) {
  const failing: Failing = { position: -1, times: 0 }
  const lease: Lease = { name: subscription.name, owner: parts.owner, ms: parts.leaseMs }
  const { sql } = parts

  /** Throws what a handler threw where the event is to be tried again. */
  return async (signal: AbortSignal): Promise<void> => {
    let checkpoint = await acquire(sql, lease)
    if (checkpoint === null) return
    const stopRenewing = keepRenewing(sql, lease, signal)
    try {
      while (!signal.aborted) {
        const events = await nextEvents(parts, subscription, checkpoint)
        if (isSome(events)) {
          checkpoint = await handleNext({ ...parts, subscription, lease, failing }, checkpoint, events)
          if (!isGathered(subscription, events, checkpoint)) continue
        }
        if (!(await handlePostponed(parts, subscription))) return
      }
    } finally {
      stopRenewing()
      await release(sql, lease)
    }
  }
}

/** Events that are gathered together, which takes a few milliseconds. */
const maxBatch = 100

/** True if all that had come is gathered. Events that have come meanwhile are gathered together a little later. */
const isGathered = ({ gather }: Subscription, events: readonly RecordedEvent[], checkpoint: number): boolean =>
  gather !== undefined && events.length < maxBatch && events.at(-1)?.metadata.position === checkpoint

/**
 * SQL of the next events of the type `wanted.type`, and of types behind it in the index where there are fewer: who joins
 * it compares the types. Compared as a pair, they can only be found by the index. For a type alone PostgreSQL may choose to
 * read the log in its order, from a position that can be a million events ago, until one of that type comes.
 */
export const selectNextOfType = (after: string, limit: number): string => `
  select type, position from events where (type, position) > (wanted.type, ${after}) order by type, position
  limit ${limit}`

/**
 * Read one by one where they are handled, because a person may be forgotten while the event before is handled. One look
 * into the index for each type, however long the log is.
 */
async function nextEvents(
  { sql, reader }: SubscriptionParts,
  { types, gather: gathering }: Subscription,
  after: number,
): Promise<RecordedEvent[]> {
  const limit = gathering ? maxBatch : 1
  const rows = await sql<StoredRow[]>`
    select position, ${sql.unsafe(eventColumns)} from events
    where position in (
        select next.position from (select unnest(${[...types]}::text[]) as type, ${after}::bigint as after) as wanted
        join lateral (${sql.unsafe(selectNextOfType('wanted.after', limit))}) as next on next.type = wanted.type
        order by next.position limit ${limit})
      and position < (select event_safe_position())
    order by position`
  return decodeRows(reader, rows)
}

/** At least one event. */
type Events = readonly [RecordedEvent, ...RecordedEvent[]]

const isSome = (events: readonly RecordedEvent[]): events is Events => events.length > 0

interface Working extends SubscriptionParts {
  readonly subscription: Subscription
  readonly lease: Lease
  readonly failing: Failing
}

/** Returns the new checkpoint. */
async function handleNext(working: Working, checkpoint: number, events: Events): Promise<number> {
  const { sql, subscription, lease } = working
  const [event] = events
  let { position } = event.metadata
  try {
    position = await handleOrGather(working, subscription, events)
  } catch (cause) {
    if (mayYetSucceed(working.failing, position, cause)) throw cause
    await addDeadLetter(sql, lease, checkpoint, { position, cause })
    reportFailure(working, subscription, event, { cause, message: 'A subscription put an event aside' })
    return position
  }
  await advance(sql, lease, checkpoint, position)
  return position
}

/**
 * An event that waits for others is stored with them, which is all that is done about it in its turn. Returns the
 * position of the last event that is done with. What it throws is about the first one.
 */
async function handleOrGather(
  { sql, clock }: SubscriptionParts,
  { name, handle, gather: gathering }: Subscription,
  events: Events,
): Promise<number> {
  const [first] = events
  if (!gathering) {
    await handle(first)
    return first.metadata.position
  }
  const keyed = await withKeys(gathering, events)
  const due = new Date(clock.now().getTime() + gathering.quietMs)
  const latestMs = maxWait * gathering.quietMs
  for (const [key, group] of Map.groupBy(keyed, (it) => it.key))
    if (key !== null) {
      const gathered = group.map(({ event }) => event)
      await gather(sql, { subscription: name, key, due, latestMs }, gathered)
    }
  return keyed.at(-1)?.event.metadata.position ?? first.metadata.position
}

/** Ends before an event whose key cannot be found: it fails when it is the first one. */
async function withKeys({ keyOf }: Gathering, events: Events) {
  const keyed: { readonly event: RecordedEvent; readonly key: string | null }[] = []
  for (const event of events) {
    try {
      keyed.push({ event, key: await keyOf(event) })
    } catch (cause) {
      if (keyed.length === 0) throw cause
      break
    }
  }
  return keyed
}

/** Handles a group or a dead letter that is due. False where none is. */
const handlePostponed = async (parts: SubscriptionParts, subscription: Subscription): Promise<boolean> =>
  (await handleDueGroup(parts, subscription)) || (await retryDeadLetter(parts, subscription))

/** Handles the group of events that is due. False where none is. */
async function handleDueGroup(parts: SubscriptionParts, subscription: Subscription): Promise<boolean> {
  const { sql, reader, clock } = parts
  const { name, gather: gathering } = subscription
  if (!gathering) return false
  const events = await readDueGroup(sql, reader, { subscription: name, now: clock.now() })
  const [first] = events
  if (!first) return false
  try {
    await gathering.handle(events)
  } catch (cause) {
    if (isPassing(cause)) throw cause
    const later = cause instanceof TransientError && Date.now() - first.metadata.at.getTime() < givenUpAfterMs
    await addGroupDeadLetters(sql, name, { events, cause, later })
    reportFailure(parts, subscription, first, { cause, message: 'A subscription put a group of events aside' })
    return true
  }
  await settleGroup(sql, name, events)
  return true
}

/** Returns true if the event is to be tried again in its turn; counts the failures that it is to blame for. */
function mayYetSucceed(failing: Failing, position: number, cause: unknown): boolean {
  if (isPassing(cause)) return true
  failing.times = failing.position === position ? failing.times + 1 : 1
  failing.position = position
  return failing.times < attempts && !(cause instanceof PermanentError)
}

/** Tries the dead letter that is due, out of the log's order, as it must be. False where none is. */
async function retryDeadLetter(parts: SubscriptionParts, subscription: Subscription): Promise<boolean> {
  const { sql, reader } = parts
  const position = await nextDue(sql, subscription.name)
  if (position === null) return false
  const rows = await readRows(sql, { after: position - 1, before: position + 1 })
  const [event] = await decodeRows(reader, rows)
  try {
    if (event) await handleOrGather(parts, subscription, [event])
  } catch (cause) {
    const age = Date.now() - (event?.metadata.at.getTime() ?? 0)
    const isGivenUp = age > givenUpAfterMs || !(cause instanceof TransientError || isPassing(cause))
    await postpone(sql, subscription.name, { position, cause }, isGivenUp)
    if (isGivenUp && event)
      reportFailure(parts, subscription, event, { cause, message: 'An event put aside was given up' })
    return true
  }
  await settle(sql, subscription.name, position)
  return true
}

function reportFailure(
  { report }: SubscriptionParts,
  { name }: Subscription,
  { type, metadata: { position, stream } }: RecordedEvent,
  { cause, message }: { readonly cause: unknown; readonly message: string },
): void {
  report.error({ subscription: name, position, stream, type, err: cause }, message)
}

/** Errors of the database or of another server: they never count as failures of the event. */
function isPassing(cause: unknown): boolean {
  if (cause instanceof TransientError) return cause.scope === 'everything'
  if (!(cause instanceof Error)) return false
  if ('syscall' in cause && cause.syscall === 'connect') return true
  return isUnreachable(cause) || ('code' in cause && String(cause.code).startsWith('40'))
}
