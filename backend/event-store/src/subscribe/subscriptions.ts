import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Automation } from '../automation.ts'
import type { Clock } from '../clock.ts'
import { FencedOff } from '../commands.ts'
import type { EventLog } from '../event-log.ts'
import type { Reader } from '../read/log.ts'
import type { StoreReport } from '../report.ts'
import type { Fence } from '../tables/fence.ts'
import { readUnhandled, runAtStart, toSubscription } from './automations.ts'
import { liveSubscriptions } from './live-subscription.ts'
import { openNotifier } from './notifier.ts'
import { type Poller, type PollResult, startPolling } from './poll-loop.ts'
import { startRunner } from './runner.ts'
import type { Subscription } from './subscription.ts'

export { notifyChannel } from './notifier.ts'
export type { PollResult } from './poll-loop.ts'

export interface Timing {
  /** The longest delay of a reader of the log when a notification is lost. */
  readonly fallbackPollMs: number
  /** The time that the work of a backend that died waits for another one, beside that. */
  readonly leaseMs: number
  /** The time that `close` waits for an automation that is handling an event. */
  readonly graceMs: number
}

export interface SubscriptionsOptions {
  readonly sql: Sql
  readonly reader: Reader
  readonly fence: Fence
  /** Determines what is due by now. */
  readonly clock: Clock
  readonly report: StoreReport
  readonly timing: Timing
  /** Another process has forgotten a person. */
  readonly forgotten: (subject: string) => void
  /** Notifications arrive only from now on: earlier ones may be lost. */
  readonly listening: () => void
}

export interface Subscriptions extends Pick<EventLog, 'subscribe' | 'unhandled' | 'version'> {
  /** Runs automations until `close`; resolves once each has its place in the log. */
  automate(automations: readonly Automation[]): Promise<void>
  /** Calls `poll` after every append, until `close`; failures are reported as `problem`. */
  follow(poll: (signal: AbortSignal) => Promise<PollResult>, problem: string): void
  /** Wakes subscriptions after an append, see `Notifier`. */
  notify(category?: string): void
  /** Ends subscriptions after the event that is being handled, unless that takes long. */
  close(): Promise<void>
}

/** Everything that follows the log: live listeners and automations, woken by notifications. */
export function openSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { sql, reader, fence, clock, report, timing, forgotten, listening } = options
  const notifier = openNotifier(sql, { forgotten, listening })
  const parts = { sql, reader, clock, notifier, report, ...timing }
  const live = liveSubscriptions(parts)
  const owner = randomUUID()
  const runners: Poller[] = []
  const atStart: Promise<void>[] = []
  return {
    subscribe: live.add,
    unhandled: (automation) => readUnhandled(sql, automation),
    // Events that the listeners received without a notification, because one was lost, count as well.
    version: (category) => {
      const version = notifier.version(category)
      return version === null ? null : version + live.deliveries(category)
    },
    automate: async (automations) => {
      const subscriptions = automations.map((automation) => fenced(fence, toSubscription(automation)))
      runners.push(await startRunner({ ...parts, owner }, subscriptions))
      atStart.push(...automations.map((automation) => runAtStart(automation, report)))
    },
    follow: (poll, problem) => {
      const failed = (err: unknown) => report.warn({ err }, problem)
      runners.push(startPolling(notifier, { poll, failed, fallbackPollMs: timing.fallbackPollMs }))
    },
    notify: notifier.notify,
    close: async () => {
      await Promise.all([live.close(), ...runners.map((runner) => runner.stop()), ...atStart])
      await notifier.close()
    },
  }
}

/** Leaves events to the release that holds the database: it may have stored them, and mean something else by them. */
function fenced(fence: Fence, subscription: Subscription): Subscription {
  const { handle, gather } = subscription
  const within =
    <Work>(work: (its: Work) => Promise<void>) =>
    async (its: Work) => {
      if (await fence.isFencedOff()) throw new FencedOff()
      await work(its)
    }
  return {
    ...subscription,
    handle: within(handle),
    ...(gather && { gather: { ...gather, handle: within(gather.handle) } }),
  }
}
