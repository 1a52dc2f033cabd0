import type { Automation } from '@ultimate/event-store/automation.ts'
import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { People } from '@ultimate/event-store/people.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { StoredModule } from '@ultimate/event-store/registry.ts'
import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { EventDefinitions } from '@ultimate/events/language/event.ts'
import type { TransparencyLog } from '@ultimate/transparency-log/transparency-log.ts'
import type { Sql } from 'postgres'
import type { Entry, SumUp, Waiting } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Configuration } from './configuration/configuration.ts'
import type { Edition, HeldEditions, KnownEdition, ReadFacts } from './edition.ts'
import type { AttemptWatcher, Route } from './http/http-route.ts'
import type { Mail, Mailer } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { ModuleUndo } from './undo/undo.ts'

/** What the platform gives to a module. */
export interface Platform {
  readonly configuration: Configuration
  readonly clock: Clock
  /** What is set about an edition, such as its name, dates and capacity; without a year, about the current one. */
  readonly facts: ReadFacts
  /** All editions, the newest first. */
  readonly editions: () => Promise<readonly KnownEdition[]>
  /** The edition that visitors see. */
  readonly current: Edition
  readonly commands: CommandHandler
  /** For views, queries, and a module's own tables of secrets. */
  readonly sql: Sql
  readonly mailer: Mailer
  /** The log of all streams, for questions about what happened. */
  readonly log: Pick<EventLog, 'read' | 'histories' | 'lengths' | 'unhandled' | 'version' | 'lag' | 'floor'>
  /** For counters of the module's own. */
  readonly metrics: Pick<Metrics, 'counter'>
  /** Finds and forgets the subjects of personal data in the log. */
  readonly people: People
  /** What seals the log, for proofs that leave the site. */
  readonly transparency: TransparencyLog
  /** All modules of this backend. To be called only after the backend has been composed. */
  modules(): readonly Module[]
}

/** One kind of personal data, as people call it. */
export interface PersonalKind {
  /** What a request names to reach it: a key, whose value is the id in the subject's name. */
  readonly named?: string
  /** What can no longer be read: `the captain’s name, address and phone`. */
  readonly unreadable: string
  /** What is still known of the thing: `the team’s name and town`. */
  readonly remains: string
}

/** Someone whom staff may mail. */
export interface Recipient {
  readonly address: string
  /** As staff know them: the name of their team, or their own. */
  readonly name: string
  /** The stream that they are known by. */
  readonly of: string
  /** What they can be mailed as, such as `captains:confirmed`. */
  readonly groups: readonly string[]
  /** What people call the one of these groups whose name holds an id. */
  readonly label?: string
}

/** What people of one group of a module are reminded of. */
export interface GroupReminder {
  /** Of the module's audience. */
  readonly group: string
  /** The mail to this address, as of now; null where there is nothing to remind its owner of any more. */
  readonly mailTo: (address: string, extra: string) => Promise<Pick<Mail, 'subject' | 'text' | 'button'> | null>
}

/** A module's only face: what it stores, and what it does. */
export interface Module extends StoredModule {
  /** What its calls are about, for the description of the interface. */
  readonly description?: string
  readonly events: EventDefinitions
  readonly errors: ErrorRegistry
  readonly routes: readonly Route[]
  readonly automations: readonly Automation[]
  /** Called with the outcome of each API call, except reads that succeeded. */
  readonly onAttempt?: AttemptWatcher
  /** How each event of this module is taken back, or why it cannot be. */
  readonly undo?: ModuleUndo
  /** Sums up events of this module, for users who were away. */
  readonly sumUp?: SumUp
  /** What of this module waits for staff. */
  readonly waiting?: () => Promise<readonly Waiting[]>
  /** Whom staff may mail because of what this module knows. Other modules need not know them. */
  readonly audience?: () => Promise<readonly Recipient[]>
  /**
   * By what it is, such as `dishes`: the streams for which this module has some. Others whose people it does not know may
   * be mailed because they lack it.
   */
  readonly supplies?: Readonly<Record<string, () => Promise<ReadonlySet<string>>>>
  /** By the kind of the reminder. */
  readonly reminders?: Readonly<Record<string, GroupReminder>>
  /**
   * Whom the mail about an event of this module was for, and where staff correct the address; null where no one waits for
   * it any more, such as after a correction. Undefined for events about no person.
   */
  readonly addressee?: (event: RecordedEvent) => Promise<Entry | null | undefined>
  /**
   * By category of a subject: events of other streams that may belong to its history although they do not name it in a
   * field `<category>Id`. Their sentences are null where they do not.
   */
  readonly relatedEvents?: Readonly<Record<string, readonly string[]>>
  /**
   * By category of a subject whose contact data some may see who do not read the audit: opens it for a caller, whose look
   * is recorded.
   *
   * @throws DomainError where there is no such subject
   */
  readonly openings?: Readonly<Record<string, (id: string, context: CommandContext) => Promise<unknown>>>
  /** By kind of subject, which is its name without the id: `team/captain` for `team-<id>/captain`. */
  readonly people?: Readonly<Record<string, PersonalKind>>
  /** To which address a private link was mailed, by its token; null for what is no link of this module. */
  readonly addressOfLink?: (token: string) => Promise<string | null>
  /** What another setting of an edition does to what this module holds, in sentences; none where that is nothing. */
  readonly warnAboutFacts?: (before: FactsOfYear, after: FactsOfYear) => Promise<readonly string[]>
  /** What this module holds of editions. */
  readonly editions?: HeldEditions
  /** Frequent events that change no other event's sentence: the audit leaves them out where it loads a history. */
  readonly skippedInHistories?: readonly string[]
}
