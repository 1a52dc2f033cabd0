import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { EventDefinitions } from '@ultimate/events/language/event.ts'
import type { Description } from '@ultimate/events/language/sentence.ts'
import type { Topic } from '@ultimate/events/platform/api.ts'
import type { Sql } from 'postgres'
import type { Clock } from './clock.ts'
import type { Configuration } from './configuration.ts'
import type { CommandBus } from './event-store/commands.ts'
import type { Event } from './event-store/emmett.ts'
import type { LogFilter, Past } from './event-store/log-filter.ts'
import type { ReadModel } from './event-store/read-model.ts'
import type { RecordedEvent } from './event-store/recorded-event.ts'
import type { OwnTable } from './event-store/table-rights.ts'
import type { Unhandled } from './event-store/unhandled-fact.ts'
import type { News } from './event-store/until-news.ts'
import type { Route } from './http/route.ts'
import type { Mailer } from './mail.ts'

/** What the platform lends to a module. */
export interface Platform {
  readonly configuration: Configuration
  readonly clock: Clock
  readonly commands: CommandBus
  /** For `query.ts` files and a module's own secret tables. */
  readonly sql: Sql
  readonly mailer: Mailer
  /** The log of all streams, for questions about what was done. */
  readonly log: News & {
    read(filter: LogFilter): Promise<readonly RecordedEvent[]>
    /** The first fact and the last ones of each, in order, without these types. */
    histories(pasts: readonly Past[], without: readonly string[]): Promise<readonly RecordedEvent[]>
    /** What an automation has still to do, or could not do. */
    unhandled(automation: Pick<Automation, 'name' | 'on'>): Promise<readonly Unhandled[]>
  }
  /** All modules of this backend; to be asked once it has been put together. */
  modules(): readonly Module[]
}

/** "When X then Y": runs after X is committed, at least once, in log order, on one backend at a time. */
export interface Automation {
  readonly name: string
  readonly on: readonly string[]
  readonly handle: (event: RecordedEvent<Event>) => Promise<void>
  /** Runs beside everything else whenever a backend starts: for what a crash left undone before X was told. */
  readonly atStart?: () => Promise<void>
}

/** A topic that a fact touches, and who may hear of it there. */
export interface LiveTopic {
  readonly topic: Topic
  readonly audience: Audience | ((data: Readonly<Record<string, unknown>>) => Audience)
}
export type Audience = 'everyone' | 'staff' | 'TD'

/** A module's only face. */
export interface Module {
  readonly name: 'tournament' | 'dinner' | 'staff'
  readonly events: EventDefinitions
  /** Stream categories (`team` for `team-<id>`) that belong to this module. */
  readonly categories: readonly string[]
  readonly errors: ErrorRegistry
  readonly readModels: readonly ReadModel[]
  /** Tables of read models that earlier releases had: the next start drops them. */
  readonly retiredReadModels?: readonly string[]
  readonly routes: readonly Route[]
  readonly automations: readonly Automation[]
  /** What the audit tells of this module's facts; a fact without a sentence is told by its bare name. */
  readonly sentences?: Readonly<Record<string, (data: never, history: never) => Description>>
  /** Frequent facts after which nothing is told differently: the audit leaves them out where it looks up a past. */
  readonly passing?: readonly string[]
  /** Which of this module's facts touch which live topics. */
  readonly live: Readonly<Record<string, LiveTopic | readonly LiveTopic[]>>
  readonly tables?: readonly OwnTable[]
}
