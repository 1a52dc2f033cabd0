import { setTimeout as delay } from 'node:timers/promises'
import type { ISql } from 'postgres'
import { type Follower, follow, type Looked } from './follow.ts'
import type { Notifier } from './notifier.ts'
import { findWork } from './pending-work.ts'
import { type Subscription, type SubscriptionParts, subscriptionWorker } from './subscription.ts'

export interface RunnerParts extends SubscriptionParts {
  readonly notifier: Notifier
  readonly slowNetMs: number
  /** How long `stop` waits for a handler in the middle of something. */
  readonly graceMs: number
}

const pauses = { firstMs: 8, longestMs: 5_000 }

/**
 * Runs subscriptions until it is stopped: asks once for all of them what there is to do, whenever there is news, and
 * lets each work beside the others, one event at a time. Resolves once every subscription has its place in the log:
 * what is stored from then on is seen.
 */
export async function startRunner(parts: RunnerParts, subscriptions: readonly Subscription[]): Promise<Follower> {
  const { sql, owner, notifier, report, slowNetMs, graceMs } = parts
  await register(sql, subscriptions)
  const stopping = new AbortController()
  const workers = new Map(subscriptions.map((it) => [it.name, startWorker(parts, it, stopping.signal)]))
  const look = async (): Promise<Looked> => {
    const work = await findWork(sql, subscriptions, owner)
    for (const { name, isReady } of work) if (isReady) workers.get(name)?.wake()
    return work.some(({ isHeldBack }) => isHeldBack) ? 'pending' : 'idle'
  }
  const failed = (err: unknown) => report.warn({ err }, 'What subscriptions have to do could not be asked')
  const follower = follow(notifier, { look, failed, slowNetMs })
  return {
    stop: async () => {
      stopping.abort()
      const ended = Promise.all([follower.stop(), ...[...workers.values()].map((worker) => worker.ended())])
      // A handler that waits for another server is left behind: its event is handled again after the next start.
      await withinMs(graceMs, ended)
    },
  }
}

/** A new subscription begins with what happens from now on: a new automation must not mail about last year. */
async function register(sql: ISql, subscriptions: readonly Subscription[]): Promise<void> {
  const names = subscriptions.map(({ name }) => name)
  await sql`
    insert into subscriptions (name, position)
    select name, event_safe_position() - 1 from unnest(${names}::text[]) as wanted(name) on conflict do nothing`
}

/** Works while it has something to do; after a failure it pauses, longer and longer. */
function startWorker(parts: RunnerParts, subscription: Subscription, signal: AbortSignal) {
  const work = subscriptionWorker(parts, subscription)
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
      await delay(Math.min(pauses.firstMs * 2 ** failures, pauses.longestMs), undefined, { signal }).catch(() => {})
      isWanted = true
    }
  }
  const run = async () => {
    while (isWanted && !signal.aborted) {
      // Whatever is found from here on, while the worker is about to end, makes it look again.
      isWanted = false
      await workSafely()
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
