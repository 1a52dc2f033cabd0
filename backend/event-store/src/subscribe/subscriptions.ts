import { randomUUID } from 'node:crypto'
import type { ISql, Sql } from 'postgres'
import type { Automation } from '../automation.ts'
import type { Clock } from '../clock.ts'
import { FencedOff } from '../commands.ts'
import type { EventListener, EventLog, LiveEvent, LiveSubscription, UnhandledEvent } from '../event-log.ts'
import { decode, type StoredEvent } from '../personal-data/event-codec.ts'
import { newestPosition, type Reader, safePosition } from '../read/log.ts'
import { categoryOf, type Registry } from '../registry.ts'
import type { StoreReport } from '../report.ts'
import type { Fence } from '../tables/fence.ts'
import { countByCategory, type Notifier, openNotifier } from './notifier.ts'
import { type Poller, type PollResult, startPolling } from './poll-loop.ts'
import { startRunner } from './runner.ts'
import type { Subscription } from './subscription.ts'

export interface Timing {
  /** The longest delay of a reader of the log when a notification is lost. */
  readonly fallbackPollMs: number
  /** The time after which another backend may take over the work of one that died; it does so at its next poll. */
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
  /** Called when a process has forgotten a person. */
  readonly forgotten: (subject: string) => void
  /** Called when notifications begin to arrive: earlier ones may be lost. */
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
    // Deliveries count too, because the notification of their events may have been lost.
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
  const unlessFencedOff =
    <Input>(work: (input: Input) => Promise<void>) =>
    async (input: Input) => {
      if (await fence.isFencedOff()) throw new FencedOff()
      await work(input)
    }
  return {
    ...subscription,
    handle: unlessFencedOff(handle),
    ...(gather && { gather: { ...gather, handle: unlessFencedOff(gather.handle) } }),
  }
}

interface LiveSubscriptions {
  add(listener: EventListener): Promise<LiveSubscription>
  /** Returns the number of events given to the listeners, of the category where one is given. */
  deliveries(category?: string): number
  close(): Promise<void>
}

interface LiveSubscriptionParts {
  readonly sql: ISql
  readonly reader: Pick<Reader, 'registry'>
  readonly notifier: Notifier
  readonly report: StoreReport
  readonly fallbackPollMs: number
}

const batch = 500
/** The pause between polls under load, as long as a notification waits for more appends. */
const restMs = 20

/** One reader of the log for all listeners of this process; it reads only while there is a listener. */
function liveSubscriptions(parts: LiveSubscriptionParts): LiveSubscriptions {
  const { sql, reader, notifier, report, fallbackPollMs } = parts
  const listeners = new Set<EventListener>()
  let position = 0
  const deliveries = countByCategory()
  let poller: Poller | undefined
  let starting: Promise<void> | undefined

  const poll = async (): Promise<PollResult> => {
    const { newest, events } = await readNext(sql, reader.registry, position)
    const last = events.at(-1)
    if (last) {
      position = last.metadata.position
      for (const { metadata } of events) deliveries.add(categoryOf(metadata.stream))
      for (const listener of listeners) listener(events)
    }
    if (events.length === batch) return 'more'
    if (newest <= position) return 'idle'
    // Under load the latest appends always hold some events back. Each poll at once would find a few more, without end.
    return last ? { dueInMs: restMs } : 'pending'
  }
  const start = async () => {
    await poller?.stop()
    // Reading starts behind the last event, so that all backends name the same position while nothing happens.
    const lastFinal = (await safePosition(sql)) - 1
    position = Math.min(lastFinal, await newestPosition(sql))
    const failed = (err: unknown) => report.warn({ err }, 'The live tail could not read')
    poller = startPolling(notifier, { poll, failed, fallbackPollMs })
  }
  return {
    add: async (listener) => {
      if (listeners.size === 0) starting = start()
      listeners.add(listener)
      const stop = () => {
        listeners.delete(listener)
        if (listeners.size === 0) void poller?.stop()
      }
      await starting?.catch((error: unknown) => {
        stop()
        throw error
      })
      return { from: position + 1, stop }
    },
    deliveries: deliveries.count,
    close: async () => {
      listeners.clear()
      await poller?.stop()
    },
  }
}

interface Next {
  /** Position of the last event, which may not be read yet. */
  readonly newest: number
  readonly events: readonly LiveEvent[]
}

type NextRow = StoredEvent & { readonly newest: number | string | null; readonly position: number | string | null }

/** Gives one row at least. All is of one snapshot, so no event is above the newest position. */
const nextText = `select newest.position as newest, next.* from (select max(position) as position from events) as newest
  left join lateral (
    select position, stream, type, schema_version as "schemaVersion", data from events
    where position > $1 and position < (select event_safe_position()) order by position limit ${batch}
  ) as next on true`

/** Reads every event that is appended, so it decrypts nothing: listeners have no use for personal data. */
async function readNext(sql: ISql, registry: Registry, after: number): Promise<Next> {
  const rows = await sql.unsafe<NextRow[]>(nextText, [after], { prepare: true })
  const events = rows.flatMap(({ position, ...event }) => {
    if (position === null) return []
    const metadata = { position: Number(position), stream: event.stream }
    return [{ type: event.type, data: decode(registry, event, new Map()), metadata }]
  })
  return { newest: Number(rows[0]?.newest ?? 0), events }
}

/** The name of an automation's subscription. */
const toSubscriptionName = ({ name }: Pick<Automation, 'name'>): string => `automation:${name}`

const toSubscription = (automation: Automation): Subscription => ({
  name: toSubscriptionName(automation),
  types: automation.on,
  ...('gather' in automation ? { handle: async () => {}, gather: automation.gather } : { handle: automation.handle }),
})

/** Never rejects: after a failure, the next start runs it again. */
async function runAtStart({ name, atStart }: Automation, report: StoreReport): Promise<void> {
  try {
    await atStart?.()
  } catch (err) {
    report.warn({ automation: name, err }, 'What a crash may have left behind could not be put right')
  }
}

/** The events that an automation has still to handle, and its dead letters. */
async function readUnhandled(sql: ISql, automation: Pick<Automation, 'name' | 'on'>): Promise<UnhandledEvent[]> {
  const name = toSubscriptionName(automation)
  const types = sql`e.type = any(${[...automation.on]}::text[])`
  // Two queries, because each finds its events by an index. One query with "or" would read every event of these types.
  return sql<UnhandledEvent[]>`
    select e.stream, e.position::float8 as position, e.at, d.error, not d.later as "isGivenUp"
    from dead_letters d join events e on e.position = d.position
    where d.subscription = ${name} and ${types}
    union all
    select e.stream, e.position::float8 as position, e.at, null as error, false as "isGivenUp"
    from events e
    where ${types} and e.position > (select position from subscriptions where name = ${name})
      and not exists (select from dead_letters d where d.subscription = ${name} and d.position = e.position)`
}

export { notifyChannel } from './notifier.ts'
export type { PollResult } from './poll-loop.ts'
