import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { Automation } from '../module.ts'
import { appender } from './appender.ts'
import { putRight, subscriptionOf } from './automations.ts'
import { commandBus } from './command-bus.ts'
import type { CommandBus } from './commands.ts'
import { type EmmettEventStore, emmettStore } from './emmett-store.ts'
import { createFence, type Fence, FencedOff } from './fence.ts'
import type { Follower } from './follow.ts'
import { forget } from './forget.ts'
import { readHistories, readLog, safePosition } from './log.ts'
import type { LogFilter, Past } from './log-filter.ts'
import { openNotifier } from './notifier.ts'
import { ownAppends } from './own-appends.ts'
import { personKeys } from './person-keys.ts'
import { proposer } from './propose.ts'
import { readStream } from './read-stream.ts'
import type { RecordedEvent } from './recorded-event.ts'
import { createRegistry, type Registry, type StoredModule } from './registry.ts'
import { type StoreReport, silent } from './report.ts'
import { startRunner } from './runner.ts'
import type { Subscription } from './subscription.ts'
import { liveTail, type Tail } from './tail.ts'
import { readUnhandled } from './unhandled.ts'
import type { Unhandled } from './unhandled-fact.ts'

export interface EventStoreOptions {
  readonly sql: Sql
  /** A function where the modules are made with the store's own command bus; called at the first use. */
  readonly modules: readonly StoredModule[] | (() => readonly StoredModule[])
  readonly edition: string
  readonly clock: Clock
  readonly report?: StoreReport
  /** Where a test must not wait; the rest keeps its default. */
  readonly timing?: Partial<Timing>
}

export interface Timing {
  /** How late a reader of the log is at most when a notification got lost. */
  readonly slowNetMs: number
  /** How long the work of a backend that died waits for another one, beside the slow net. */
  readonly leaseMs: number
  /** How long `close` waits for an automation in the middle of something. */
  readonly graceMs: number
}

export const defaultTiming: Timing = { slowNetMs: 8_000, leaseMs: 10_000, graceMs: 1_000 }

export interface EventLog {
  /**
   * Oldest first and 100 at most, unless the filter says otherwise; only what is final (see schema.ts). What this process
   * has appended before is among it, unless somebody's transaction holds the log up for more than a second.
   */
  read(filter?: LogFilter): Promise<RecordedEvent[]>
  /** The first fact and the last ones of each, in order and without these types: enough to tell what became of what. */
  histories(pasts: readonly Past[], without: readonly string[]): Promise<RecordedEvent[]>
  /** What an automation has still to do, or could not do. */
  unhandled(automation: Pick<Automation, 'name' | 'on'>): Promise<Unhandled[]>
  readonly tail: Tail['add']
  /** Everything below is final. */
  safePosition(): Promise<number>
  /**
   * Another number whenever something may have been appended: at once for what this process appended, a few hundredths
   * of a second later for others. Null while nothing can be heard from others. See `untilNews`.
   */
  mark(): number | null
}

export interface EventStore {
  readonly commands: CommandBus
  readonly emmett: EmmettEventStore
  readonly log: EventLog
  /** Runs automations until `close`; resolves once each has its place in the log. */
  automate(automations: readonly Automation[]): Promise<void>
  /** Whether another release holds the database, so that this one may not write. */
  isFencedOff(): Promise<boolean>
  /** Makes a person's data unreadable for good; returns the streams that told of them. */
  forget(subject: string): Promise<string[]>
  /** Ends tails and automations after the event in hand, unless that takes long. Commands in progress are the caller's to wait for. */
  close(): Promise<void>
}

/** On a database that `migrate` has brought up to date. */
export function createEventStore(options: EventStoreOptions): EventStore {
  const { sql, edition, clock, report = silent } = options
  const registry = lazily(options.modules)
  const keys = personKeys(sql)
  const timing = { ...defaultTiming, ...options.timing }
  const notifier = openNotifier(sql, { forgotten: keys.drop, listening: keys.dropAll })
  const fence = createFence(sql, registry, report)
  const own = ownAppends(sql)
  const appended = (last: number) => {
    own.appended(last)
    notifier.announce()
  }
  const propose = proposer({ sql, append: appender(sql), registry, keys, fence, clock, edition, appended })
  const reading = { sql, reader: { registry, keys }, notifier, report, ...timing }
  const tail = liveTail(reading)
  const owner = randomUUID()
  const runners: Follower[] = []
  const beginnings: Promise<void>[] = []
  return {
    commands: commandBus(propose, registry),
    emmett: emmettStore({
      ...{ propose, clock },
      read: (stream) => readStream(sql, reading.reader, stream, { positions: true }),
    }),
    log: {
      read: async (filter = {}) => {
        await own.readable()
        return readLog(sql, reading.reader, filter)
      },
      histories: (pasts, without) => readHistories(sql, reading.reader, pasts, without),
      unhandled: (automation) => readUnhandled(sql, automation),
      tail: tail.add,
      safePosition: () => safePosition(sql),
      mark: notifier.mark,
    },
    automate: async (automations) => {
      const subscriptions = automations.map((automation) => fenced(fence, subscriptionOf(automation)))
      runners.push(await startRunner({ ...reading, owner }, subscriptions))
      beginnings.push(...automations.map((automation) => putRight(automation, report)))
    },
    isFencedOff: () => fence.isFencedOff(),
    forget: async (subject) => {
      const streams = await forget(sql, registry, fence, subject)
      await keys.relearn()
      notifier.announce()
      return streams
    },
    close: async () => {
      await Promise.all([tail.close(), ...runners.map((runner) => runner.stop()), ...beginnings])
      await notifier.close()
    },
  }
}

/** Leaves events to the release that holds the database: it may have stored them, and mean something else by them. */
function fenced(fence: Fence, { handle, ...subscription }: Subscription): Subscription {
  return {
    ...subscription,
    handle: async (event) => {
      if (await fence.isFencedOff()) throw new FencedOff()
      await handle(event)
    },
  }
}

/** The registry of modules that may not exist yet. */
function lazily(modules: EventStoreOptions['modules']): Registry {
  if (typeof modules !== 'function') return createRegistry(modules)
  let made: Registry | undefined
  const registry = () => {
    made ??= createRegistry(modules())
    return made
  }
  return {
    get readModels() {
      return registry().readModels
    },
    get retiredReadModels() {
      return registry().retiredReadModels
    },
    get events() {
      return registry().events
    },
    readModelsOf: (category) => registry().readModelsOf(category),
    definitionOf: (type) => registry().definitionOf(type),
    errorOf: (code) => registry().errorOf(code),
  }
}
