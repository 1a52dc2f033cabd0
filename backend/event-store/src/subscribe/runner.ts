import { setTimeout as delay } from 'node:timers/promises'
import type { ISql } from 'postgres'
import type { Notifier } from './notifier.ts'
import { type Poller, type PollResult, startPolling } from './poll-loop.ts'
import { againAfter } from './postponed.ts'
import { type Subscription, type SubscriptionParts, selectNextOfType, subscriptionWorker } from './subscription.ts'

export interface RunnerParts extends SubscriptionParts {
  readonly notifier: Notifier
  readonly fallbackPollMs: number
  /** The time that `stop` waits for a handler that is at work. */
  readonly graceMs: number
}

const failurePauses = { firstMs: 8, maxMs: 5_000 }

/** The time between two polls, so that one poll finds many appends. */
const restMs = 100
/** The longest pause of a subscription that gathers: its events wait longer anyway. */
const gatheringRestMs = 250

/**
 * Runs subscriptions until it is stopped: after every notification one query finds the work of all of them, and each
 * works beside the others, one event at a time. Resolves once every subscription has its place in the log: it handles
 * every event that is stored from then on.
 */
export async function startRunner(parts: RunnerParts, subscriptions: readonly Subscription[]): Promise<Poller> {
  const { sql, owner, clock, notifier, report, fallbackPollMs, graceMs } = parts
  await register(sql, subscriptions)
  const stopping = new AbortController()
  const workers = new Map(
    subscriptions.map((subscription) => [subscription.name, startWorker(parts, subscription, stopping.signal)]),
  )
  const quietMs = new Map(subscriptions.map(({ name, gather }) => [name, gather?.quietMs]))
  const poll = async (): Promise<PollResult> => {
    const now = clock.now()
    const work = await findWork(sql, subscriptions, { owner, now })
    for (const { name, isReady } of work) if (isReady) workers.get(name)?.wake()
    if (work.some(({ isHeldBack }) => isHeldBack)) return 'pending'
    return waitUntilDue(
      work.flatMap(({ name, isReady, nextDue }) => [
        nextDue ? nextDue.getTime() - now.getTime() : 0,
        // Events that a worker gathers from now on are due after its quiet time.
        isReady ? (quietMs.get(name) ?? 0) : 0,
      ]),
    )
  }
  const failed = (err: unknown) => report.warn({ err }, 'What subscriptions have to do could not be asked')
  const poller = startPolling(notifier, { poll, failed, fallbackPollMs, restMs })
  return {
    stop: async () => {
      stopping.abort()
      const ended = Promise.all([poller.stop(), ...[...workers.values()].map((worker) => worker.ended())])
      // A handler that waits for another server is left behind: its event is handled again after the next start.
      await withinMs(graceMs, ended)
    },
  }
}

/** Leaves out what is due by now: it has woken a worker, which may still be at it at the next poll. */
function waitUntilDue(dueInMs: readonly number[]): PollResult {
  const later = dueInMs.filter((ms) => ms > 0)
  return later.length === 0 ? 'idle' : { dueInMs: Math.min(...later) }
}

/** A new subscription begins with the next event: a new automation must not mail about last year. */
async function register(sql: ISql, subscriptions: readonly Subscription[]): Promise<void> {
  const names = subscriptions.map(({ name }) => name)
  await sql`
    insert into subscriptions (name, position)
    select name, event_safe_position() - 1 from unnest(${names}::text[]) as wanted(name) on conflict do nothing`
}

/** Returns a worker, which works when it is woken and until nothing is left. After failures it pauses, longer and longer. */
function startWorker(parts: RunnerParts, subscription: Subscription, signal: AbortSignal) {
  const work = subscriptionWorker(parts, subscription)
  const rest = subscription.gather ? Math.min(gatheringRestMs, subscription.gather.quietMs / 10) : 0
  let isWanted = false
  let failures = 0
  let running: Promise<void> | undefined
  const workSafely = async () => {
    try {
      await work(signal)
      failures = 0
    } catch (err) {
      failures++
      if (signal.aborted) return
      if (failures === 1)
        parts.report.warn({ subscription: subscription.name, err }, 'A subscription could not go on; it tries again')
      const pauseMs = Math.min(failurePauses.firstMs * 2 ** failures, failurePauses.maxMs)
      await delay(pauseMs, undefined, { signal }).catch(() => {})
      isWanted = true
    }
  }
  const run = async () => {
    while (isWanted && !signal.aborted) {
      // A call of `wake` from here on, while the worker is about to end, makes it run again.
      isWanted = false
      await workSafely()
      if (rest > 0 && failures === 0) await delay(rest, undefined, { signal }).catch(() => {})
    }
    running = undefined
  }
  return {
    wake: () => {
      isWanted = true
      running ??= run()
    },
    ended: () => running,
  }
}

async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  await Promise.race([work, delay(ms, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
}

/** The work of a subscription that no other backend is doing. */
interface PendingWork {
  readonly name: string
  /** There is an event to handle, or a dead letter or a group of events that is due. */
  readonly isReady: boolean
  /** There is an event that may not be read yet, because an older transaction is still running. */
  readonly isHeldBack: boolean
  /** The time at which the next group of events is due; null where none waits. */
  readonly nextDue: Date | null
}

/** One query for all subscriptions, and one look into an index for each type, however long the log is. */
async function findWork(
  sql: ISql,
  subscriptions: readonly Pick<Subscription, 'name' | 'types'>[],
  { owner, now }: { readonly owner: string; readonly now: Date },
): Promise<PendingWork[]> {
  const wanted = subscriptions.flatMap(({ name, types }) => types.map((type) => ({ name, type })))
  return sql<PendingWork[]>`
    select s.name,
      coalesce(min(next.position) < event_safe_position(), false) or exists (
        select from dead_letters d
        where d.subscription = s.name and d.later and d.at < now() - ${againAfter}::interval)
      or coalesce(min(gathered.due) <= ${now}, false) as "isReady",
      coalesce(min(next.position) >= event_safe_position(), false) as "isHeldBack",
      min(gathered.due) as "nextDue"
    from json_to_recordset(${JSON.stringify(wanted)}::text::json) as wanted(name text, type text)
    join subscriptions s on s.name = wanted.name
    left join lateral (${sql.unsafe(selectNextOfType('s.position', 1))}) as next on next.type = wanted.type
    left join lateral (
      select due from gathered_events g where g.subscription = s.name and due < 'infinity' order by due limit 1
    ) as gathered on true
    where s.leased_by is null or s.leased_by = ${owner} or s.leased_until < now()
    group by s.name`
}
