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
  findDueDeadLetter,
  gather,
  givenUpAfterMs,
  postponeDeadLetter,
  readDueGroup,
  removeDeadLetter,
  removeGroup,
} from './postponed.ts'

/**
 * Follows events of some types: at least once, in the log's order, on one backend at a time. No transaction is open while
 * `handle` works, which may take long: readers of the log stop below the oldest transaction that writes.
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
const maxFailures = 6

/** The number of quiet times that a gathered event waits at most, even if more events of its key arrive. */
const maxQuietTimes = 10

/** The event that failed last, and its number of failures. */
interface Failing {
  position: number
  times: number
}

/** Returns a function that works for a subscription until nothing is left to do. Only one call may run at a time. */
export function subscriptionWorker(parts: SubscriptionParts, subscription: Subscription) {
  const failing: Failing = { position: -1, times: 0 }
  const lease: Lease = { name: subscription.name, owner: parts.owner, ms: parts.leaseMs }
  const { sql } = parts

  /** Throws a handler's error where the event is to be tried again. */
  return async (signal: AbortSignal): Promise<void> => {
    let checkpoint = await acquire(sql, lease)
    if (checkpoint === null) return
    const stopRenewing = keepRenewing(sql, lease, signal)
    try {
      while (!signal.aborted) {
        const events = await nextEvents(parts, subscription, checkpoint)
        if (isSome(events)) {
          checkpoint = await handleNext({ ...parts, subscription, lease, failing }, checkpoint, events)
          if (!hasGatheredAll(subscription, events, checkpoint)) continue
        }
        if (!(await handlePostponed(parts, subscription))) return
      }
    } finally {
      stopRenewing()
      await release(sql, lease)
    }
  }
}

/** The number of events that one step gathers, in a few milliseconds. */
const maxBatch = 100

/** True if no event was left to gather. Events that have come since are gathered a little later, many in one step. */
const hasGatheredAll = ({ gather }: Subscription, events: readonly RecordedEvent[], checkpoint: number): boolean =>
  gather !== undefined && events.length < maxBatch && events.at(-1)?.metadata.position === checkpoint

/**
 * SQL of the next `limit` events of the type `wanted.type`. Where there are fewer, events of the types that follow in the
 * index fill the rest, so the join has to compare the type. Only the index finds the pair of type and position: for a type
 * alone PostgreSQL may read the log, from a position that can be a million events ago, until an event of that type comes.
 */
export const selectNextOfType = (after: string, limit: number): string => `
  select type, position from events where (type, position) > (wanted.type, ${after}) order by type, position
  limit ${limit}`

/**
 * Reads one event, or several to gather. An event is not read ahead of its handling, because a person may be forgotten
 * while the event before is handled. Takes one look into the index for each type, however long the log is.
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

interface Worker extends SubscriptionParts {
  readonly subscription: Subscription
  readonly lease: Lease
  readonly failing: Failing
}

/** Returns the new checkpoint. */
async function handleNext(worker: Worker, checkpoint: number, events: Events): Promise<number> {
  const { sql, subscription, lease, failing } = worker
  const [event] = events
  let { position } = event.metadata
  try {
    position = await handleOrGather(worker, subscription, events)
  } catch (cause) {
    if (shouldTryAgain(failing, position, cause)) throw cause
    await addDeadLetter(sql, lease, checkpoint, { position, cause })
    reportFailure(worker, subscription, event, { cause, message: 'A subscription put an event aside' })
    return position
  }
  await advance(sql, lease, checkpoint, position)
  return position
}

/**
 * Handles the first event. Or, where the subscription gathers, stores the events in their groups. Returns the position of
 * the last event that was handled or gathered. An error is about the first event.
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
  const keyed = await findKeys(gathering, events)
  const due = new Date(clock.now().getTime() + gathering.quietMs)
  for (const [key, group] of Map.groupBy(keyed, ({ key }) => key))
    if (key !== null) {
      const gathered = group.map(({ event }) => event)
      const { at = due } = gathered[0]?.metadata ?? {}
      const latest = new Date(at.getTime() + maxQuietTimes * gathering.quietMs)
      await gather(sql, { subscription: name, key, due, latest }, gathered)
    }
  return keyed.at(-1)?.event.metadata.position ?? first.metadata.position
}

/** Finds the keys of events, up to one whose key cannot be found. Throws where that is the first event. */
async function findKeys({ keyOf }: Gathering, events: Events) {
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
    const isGivenUp = !(cause instanceof TransientError) || Date.now() - first.metadata.at.getTime() >= givenUpAfterMs
    await addGroupDeadLetters(sql, name, { events, cause, isGivenUp })
    reportFailure(parts, subscription, first, { cause, message: 'A subscription put a group of events aside' })
    return true
  }
  await removeGroup(sql, name, events)
  return true
}

/** True if the event is to be tried again in its turn. Counts the failures for which the event is to blame. */
function shouldTryAgain(failing: Failing, position: number, cause: unknown): boolean {
  if (isPassing(cause)) return true
  failing.times = failing.position === position ? failing.times + 1 : 1
  failing.position = position
  return failing.times < maxFailures && !(cause instanceof PermanentError)
}

/** Tries the dead letter that is due, after later events were handled. False where none is due. */
async function retryDeadLetter(parts: SubscriptionParts, subscription: Subscription): Promise<boolean> {
  const { sql, reader } = parts
  const position = await findDueDeadLetter(sql, subscription.name)
  if (position === null) return false
  const rows = await readRows(sql, { after: position - 1, before: position + 1 })
  const [event] = await decodeRows(reader, rows)
  try {
    if (event) await handleOrGather(parts, subscription, [event])
  } catch (cause) {
    const age = Date.now() - (event?.metadata.at.getTime() ?? 0)
    const isGivenUp = age > givenUpAfterMs || !(cause instanceof TransientError || isPassing(cause))
    await postponeDeadLetter(sql, subscription.name, { position, cause }, isGivenUp)
    if (isGivenUp && event)
      reportFailure(parts, subscription, event, { cause, message: 'An event put aside was given up' })
    return true
  }
  await removeDeadLetter(sql, subscription.name, position)
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

/** The class of SQLSTATEs of deadlocks and of conflicts between transactions. */
const transactionRollback = '40'

/** True for an error of the database or of another server, which never counts as a failure of the event. */
function isPassing(cause: unknown): boolean {
  if (cause instanceof TransientError) return cause.scope === 'everything'
  if (!(cause instanceof Error)) return false
  if ('syscall' in cause && cause.syscall === 'connect') return true
  return isUnreachable(cause) || ('code' in cause && String(cause.code).startsWith(transactionRollback))
}
