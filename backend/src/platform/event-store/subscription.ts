import type { ISql, Sql } from 'postgres'
import { isUnreachable } from '../database/away.ts'
import { GiveUp } from '../give-up.ts'
import { TryLater } from '../try-later.ts'
import { type Follower, follow, type Looked } from './follow.ts'
import { isPending, readRows } from './log.ts'
import { decodeRows, type Reader } from './read-stream.ts'
import type { RecordedEvent } from './recorded-event.ts'
import type { StoreReport } from './report.ts'
import { openSession, type Session } from './session.ts'
import { putAside, retrySetAside } from './set-aside.ts'
import type { WakeUp } from './wake-up.ts'

/**
 * Follows the log for good. `handle` gets events in the log's order; what it writes through `tx` is stored together
 * with how far it got, so each event takes effect exactly once, across restarts, lost connections and several
 * processes. Everything else it does may happen again after a crash. It should write late: a transaction that has
 * written holds back every reader of the log until it ends.
 */
export interface Subscription {
  readonly name: string
  /** Only these types; all when absent. */
  readonly types?: readonly string[]
  /** `handle` gets at most so many; 500 unless said otherwise. */
  readonly batchSize?: number
  /**
   * Where the very first run begins. `now` includes what was appended just before, if a transaction older than that is
   * still open anywhere in the database's cluster: at least everything that comes after, never less.
   */
  readonly from: 'start' | 'now'
  readonly handle: (events: readonly RecordedEvent[], tx: ISql) => Promise<void>
}

export interface SubscriptionOptions {
  readonly sql: Sql
  readonly reader: Reader
  readonly wakeUp: WakeUp
  readonly report: StoreReport
}

/** How often `handle` may fail on one event before that event is put aside. */
const attempts = 6
/** Skipped positions are worth a checkpoint of their own now and then. */
const checkpointEvery = 4096 * 1_000

/** Thrown by `handle` through us when it, and not the database, is to blame. */
class HandlerFailed extends Error {
  readonly events: readonly RecordedEvent[]
  constructor(events: readonly RecordedEvent[], cause: unknown) {
    super('A subscription failed on an event', { cause })
    this.events = events
  }
}

/** What one process remembers of a subscription between looks. */
interface Progress {
  /** Everything up to here was seen, even if no checkpoint says so. */
  seen: number
  /** The size of the next batch: 1 after a failure, to find the event that fails. */
  limit: number
  failures: number
}

/** Resolves once the subscription has its place in the log: what is stored from then on is seen. */
export async function subscribe(options: SubscriptionOptions, what: Subscription): Promise<Follower> {
  const { sql, report, wakeUp } = options
  const { name, batchSize = 500 } = what
  await start(sql, what)
  const session = openSession(sql)
  const progress: Progress = { seen: -1, limit: batchSize, failures: 0 }
  const follower = follow(wakeUp, {
    look: async () => {
      const looked = await lookOnce({ ...options, session }, what, progress)
      if (looked === 'idle') await retrySetAside({ ...options, ...what, session })
      return looked
    },
    failed: (error) =>
      report.warn({ subscription: name, err: error }, 'A subscription could not go on; it tries again'),
  })
  return {
    stop: async () => {
      await follower.stop()
      await session.close()
    },
  }
}

interface Looking extends SubscriptionOptions {
  readonly session: Session
}

/** Handles one batch, if this process gets the turn. */
async function lookOnce(looking: Looking, what: Subscription, progress: Progress): Promise<Looked> {
  try {
    const { looked, seen } = await looking.session.transaction('begin', (tx) => takeTurn(tx, looking, what, progress))
    progress.seen = seen
    if (looked === 'more') {
      progress.failures = 0
      progress.limit = Math.min(what.batchSize ?? 500, progress.limit * 2)
    }
    return looked
  } catch (error) {
    if (!(error instanceof HandlerFailed)) throw error
    await afterFailure(looking, what, progress, error)
    throw error.cause
  }
}

interface Turn {
  readonly looked: Looked
  readonly seen: number
}

async function takeTurn(tx: ISql, { reader }: Looking, what: Subscription, progress: Progress): Promise<Turn> {
  // Saves other processes the work; that nothing is handled twice rests on `advance`.
  const [turn] = await tx<
    { ours: boolean }[]
  >`select pg_try_advisory_xact_lock(hashtextextended(${what.name}, 7)) as ours`
  if (!turn?.ours) return { looked: 'idle', seen: progress.seen }
  const [row] = await tx<{ position: number | string; safe: number | string }[]>`
    select position, event_safe_position() as safe from subscriptions where name = ${what.name}`
  const checkpoint = Number(row?.position)
  const after = Math.max(checkpoint, progress.seen)
  const rows = await readRows(tx, { after, limit: progress.limit, ...(what.types ? { types: what.types } : {}) })
  const events = await decodeRows(reader, rows)
  const last = events.at(-1)?.metadata.position
  if (last === undefined) {
    const seen = Math.max(after, Number(row?.safe) - 1)
    if (seen - checkpoint > checkpointEvery) await advance(tx, what.name, checkpoint, seen)
    return { looked: (await isPending(tx, seen)) ? 'pending' : 'idle', seen }
  }
  await what.handle(events, tx).catch((cause: unknown) => {
    throw new HandlerFailed(events, cause)
  })
  await advance(tx, what.name, checkpoint, last)
  return { looked: 'more', seen: last }
}

/** Fails when another process has moved on meanwhile: then nothing of this transaction may stand. */
async function advance(tx: ISql, name: string, from: number, to: number): Promise<void> {
  const moved = await tx`
    update subscriptions set position = ${to}, updated_at = now() where name = ${name} and position = ${from}`
  if (moved.count !== 1) throw new Error(`Another process moved the subscription ${name}`)
}

/** First find the event that fails, then try it a few times unless that is of no use, then put it aside and go on. */
async function afterFailure(looking: Looking, what: Subscription, progress: Progress, failed: HandlerFailed) {
  if (isPassing(failed.cause)) return
  progress.limit = 1
  const [event, ...others] = failed.events
  if (!event || others.length > 0) return
  progress.failures++
  if (progress.failures < attempts && !(failed.cause instanceof GiveUp)) return
  const { position, stream } = event.metadata
  await looking.session.transaction('begin', async (tx) => {
    const [row] = await tx<
      { position: number | string }[]
    >`select position from subscriptions where name = ${what.name}`
    await putAside(tx, what.name, position, failed.cause)
    await advance(tx, what.name, Number(row?.position), position)
  })
  progress.failures = 0
  looking.report.error(
    { subscription: what.name, position, stream, type: event.type, err: failed.cause },
    'A subscription put an event aside',
  )
}

/** Trouble of the database's or of another server's, not of the event: it never counts against the event. */
function isPassing(cause: unknown): boolean {
  if (cause instanceof TryLater) return cause.scope === 'everything'
  const collided = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('40')
  return collided || isUnreachable(cause)
}

async function start(sql: ISql, { name, from }: Subscription): Promise<void> {
  await sql`
    insert into subscriptions (name, position)
    select ${name}, ${from === 'now' ? sql`event_safe_position() - 1` : sql`-1`} on conflict do nothing`
}
