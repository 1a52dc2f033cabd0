import type { Sql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { Automation } from '../module.ts'
import { appender } from './appender.ts'
import { putRight, subscriptionOf } from './automations.ts'
import { type Catalogue, catalogueOf, type StoredModule } from './catalogue.ts'
import { commandBus } from './command-bus.ts'
import type { CommandBus } from './commands.ts'
import { type EmmettEventStore, emmettStore } from './emmett-store.ts'
import type { Follower } from './follow.ts'
import { forget } from './forget.ts'
import { readLog, readStories, safePosition } from './log.ts'
import type { LogFilter, Past } from './log-filter.ts'
import { ownAppends } from './own-appends.ts'
import { personKeys } from './person-keys.ts'
import { proposer } from './propose.ts'
import { readStream } from './read-stream.ts'
import type { RecordedEvent } from './recorded-event.ts'
import { type StoreReport, silent } from './report.ts'
import { type Subscription, subscribe } from './subscription.ts'
import { liveTail, type Tail } from './tail.ts'
import { readUnhandled } from './unhandled.ts'
import type { Unhandled } from './unhandled-fact.ts'
import { wakeUp } from './wake-up.ts'

export interface EventStoreOptions {
  readonly sql: Sql
  /** A function where the modules are made with the store's own command bus; called at the first use. */
  readonly modules: readonly StoredModule[] | (() => readonly StoredModule[])
  readonly edition: string
  readonly clock: Clock
  readonly report?: StoreReport
}

export interface EventLog {
  /**
   * Oldest first and 100 at most, unless the filter says otherwise; only what is final (see schema.ts). What this process
   * has appended before is among it, unless somebody's transaction holds the log up for more than a second.
   */
  read(filter?: LogFilter): Promise<RecordedEvent[]>
  /** The first fact and the last ones of each, in order and without these types: enough to tell what became of what. */
  stories(pasts: readonly Past[], without: readonly string[]): Promise<RecordedEvent[]>
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
  /** Resolves once the subscription has its place in the log; ends with `close` at the latest. */
  subscribe(subscription: Subscription): Promise<Follower>
  /** Runs automations until `close`. */
  automate(automations: readonly Automation[]): Promise<void>
  /** Makes a person's data unreadable for good; returns the streams that told of them. */
  forget(subject: string): Promise<string[]>
  /** Ends tails and subscriptions after the batch in hand. Commands in progress are the caller's to wait for. */
  close(): Promise<void>
}

/** On a database that `migrate` has brought up to date. */
export function createEventStore(options: EventStoreOptions): EventStore {
  const { sql, edition, clock, report = silent } = options
  const catalogue = lazily(options.modules)
  const keys = personKeys(sql)
  const news = wakeUp(sql, { forgotten: keys.drop, listening: keys.dropAll })
  const own = ownAppends(sql)
  const appended = (last: number) => {
    own.appended(last)
    news.announce()
  }
  const propose = proposer({ sql, append: appender(sql), catalogue, keys, clock, edition, appended })
  const following = { sql, reader: { catalogue, keys }, wakeUp: news, report }
  const tail = liveTail(following)
  const followers: Follower[] = []
  const beginnings: Promise<void>[] = []
  const startSubscription = async (subscription: Subscription) => {
    const follower = await subscribe(following, subscription)
    followers.push(follower)
    return follower
  }
  return {
    commands: commandBus(propose, catalogue),
    emmett: emmettStore({
      ...{ propose, clock },
      read: (stream) => readStream(sql, following.reader, stream, { positions: true }),
    }),
    log: {
      read: async (filter = {}) => {
        await own.readable()
        return readLog(sql, following.reader, filter)
      },
      stories: (pasts, without) => readStories(sql, following.reader, pasts, without),
      unhandled: (automation) => readUnhandled(sql, automation),
      tail: tail.add,
      safePosition: () => safePosition(sql),
      mark: news.mark,
    },
    subscribe: startSubscription,
    automate: async (automations) => {
      for (const automation of automations) {
        await startSubscription(subscriptionOf(automation))
        beginnings.push(putRight(automation, report))
      }
    },
    forget: async (subject) => {
      const streams = await forget(sql, catalogue, subject)
      await keys.relearn()
      await news.announceForgotten(subject)
      return streams
    },
    close: async () => {
      await Promise.all([tail.close(), ...followers.map((follower) => follower.stop()), ...beginnings])
      await news.close()
    },
  }
}

/** The catalogue of modules that may not exist yet. */
function lazily(modules: EventStoreOptions['modules']): Catalogue {
  if (typeof modules !== 'function') return catalogueOf(modules)
  let made: Catalogue | undefined
  const catalogue = () => {
    made ??= catalogueOf(modules())
    return made
  }
  return {
    get readModels() {
      return catalogue().readModels
    },
    readModelsOf: (category) => catalogue().readModelsOf(category),
    definitionOf: (type) => catalogue().definitionOf(type),
    refusalOf: (code) => catalogue().refusalOf(code),
  }
}
