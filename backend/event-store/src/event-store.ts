import type { ISql, Sql } from 'postgres'
import { appender, commandHandler, type EmmettStore, emmettStore } from './append/command-handler.ts'
import type { Automation } from './automation.ts'
import type { Clock } from './clock.ts'
import type { CommandHandler } from './commands.ts'
import type { EventLog } from './event-log.ts'
import { forget } from './forget.ts'
import type { People } from './people.ts'
import { findSubjects, loadKeys, personKeys, textsAbout, unreadableStreams } from './personal-data/event-codec.ts'
import {
  floorBelow,
  logLag,
  ownAppends,
  readHistories,
  readLengths,
  readLog,
  safePosition,
  streamCache,
} from './read/log.ts'
import { createRegistry, type Registry, type StoredModule } from './registry.ts'
import { type StoreReport, silent } from './report.ts'
import { openSession } from './session.ts'
import { openSubscriptions, type PollResult, type Timing } from './subscribe/subscriptions.ts'
import { createFence } from './tables/fence.ts'

export type { Timing }

export interface EventStoreOptions {
  readonly sql: Sql
  /** A function where the modules are made with the store's own command handler; called at the first use. */
  readonly modules: readonly StoredModule[] | (() => readonly StoredModule[])
  /** The current edition, to which events belong unless their command names another one. */
  readonly edition: () => string
  readonly clock: Clock
  /**
   * The domain error of a code: one that a read model's `conflicts` or a write's `otherwise` names, or `STALE` where a
   * stream is not at the version that a command expects.
   */
  readonly createError: (code: string) => Error
  readonly report?: StoreReport
  /** Times for tests that must not wait; the rest keeps its default. */
  readonly timing?: Partial<Timing>
}

export const defaultTiming: Timing = { fallbackPollMs: 8_000, leaseMs: 10_000, graceMs: 1_000 }

export interface EventStore {
  readonly commands: CommandHandler
  /** The same store, for code that expects Emmett's interface. */
  readonly emmett: EmmettStore
  readonly log: EventLog
  /** Runs automations until `close`; resolves once each has its place in the log. */
  automate(automations: readonly Automation[]): Promise<void>
  /** Calls `poll` after every append, until `close`; reports a failure as `problem`, and tries again. */
  follow(poll: (signal: AbortSignal) => Promise<PollResult>, problem: string): void
  /** Resolves to true while another release holds the database, so that this one may not write. */
  isFencedOff(): Promise<boolean>
  /** The people whose personal data is in the log, each by the name of a subject. */
  readonly people: People
  /** Ends subscriptions after the event that is being handled, unless that takes long. Call it after the last command. */
  close(): Promise<void>
}

/** Returns the event store of a database that `migrate` has brought up to date. */
export function createEventStore(options: EventStoreOptions): EventStore {
  const { sql, edition, clock, createError, report = silent } = options
  const registry = lazyRegistry(options.modules)
  const keys = personKeys(sql)
  const reader = { registry, keys }
  const cachedStreams = streamCache(sql, reader)
  const fence = createFence(sql, registry, report)
  const own = ownAppends(sql)
  const subscriptions = openSubscriptions({
    sql,
    reader,
    fence,
    clock,
    report,
    timing: { ...defaultTiming, ...options.timing },
    forgotten: (subject) => {
      keys.drop(subject)
      cachedStreams.clear()
    },
    listening: () => {
      keys.dropAll()
      cachedStreams.clear()
    },
  })
  const appended = (last: number, category: string) => {
    own.appended(last)
    subscriptions.notify(category)
  }
  const appends = appender(sql)
  const { append } = appends
  const store = emmettStore({
    sql,
    append,
    registry,
    keys,
    streams: cachedStreams,
    fence,
    clock,
    edition,
    createError,
    appended,
  })
  return {
    commands: commandHandler({ sql, store, createError }),
    emmett: store,
    log: {
      read: async (filter = {}) => {
        await own.readable()
        return readLog(sql, reader, filter)
      },
      lengths: (streams) => readLengths(sql, streams),
      histories: (ranges, without) => readHistories(sql, reader, ranges, without),
      unhandled: subscriptions.unhandled,
      subscribe: subscriptions.subscribe,
      safePosition: () => safePosition(sql),
      floor: (before, count) => floorBelow(sql, before, count),
      lag: logLag(sql, clock),
      version: subscriptions.version,
    },
    automate: subscriptions.automate,
    follow: subscriptions.follow,
    isFencedOff: () => fence.isFencedOff(),
    people: {
      find: (matches, types) =>
        readBesidePool(sql, (tx) => findSubjects({ sql: tx, registry, ...(types && { types }) }, matches)),
      known: async (subjects) => [...(await loadKeys(sql, subjects)).keys()],
      unreadable: () => readBesidePool(sql, (tx) => unreadableStreams(tx, registry)),
      textsAbout: (subjects) => readBesidePool(sql, (tx) => textsAbout(tx, registry, subjects)),
      forget: async (subjects, texts = []) => {
        const streams = await forget(sql, registry, fence, { subjects, texts })
        cachedStreams.clear()
        await keys.relearn()
        subscriptions.notify()
        return streams
      },
    },
    close: async () => {
      await subscriptions.close()
      await appends.close()
    },
  }
}

/** Reads in one snapshot over a connection of its own, because to read the whole log would keep requests waiting. */
async function readBesidePool<T>(sql: Sql, work: (tx: ISql) => Promise<T>): Promise<T> {
  const session = openSession(sql)
  try {
    return await session.transaction('begin isolation level repeatable read read only', work)
  } finally {
    await session.close()
  }
}

/** The registry of modules, which may not exist before its first use. */
function lazyRegistry(modules: EventStoreOptions['modules']): Registry {
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
    get actors() {
      return registry().actors
    },
    get events() {
      return registry().events
    },
    readModelsOf: (category) => registry().readModelsOf(category),
    definitionOf: (type) => registry().definitionOf(type),
  }
}
