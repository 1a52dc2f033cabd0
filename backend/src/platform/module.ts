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
import type { Entry, SumUp, WaitingItem } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Configuration } from './configuration/configuration.ts'
import type { Edition, KnownEdition, ModuleEditions, ReadFacts } from './edition.ts'
import type { AttemptWatcher, Route } from './http/http-route.ts'
import type { Mail, Mailer } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { ModuleUndo } from './undo.ts'

/** The services that the platform gives to a module. */
export interface Platform {
  readonly configuration: Configuration
  readonly clock: Clock
  /** Reads the settings of an edition, such as its name and dates; without a year, those of the current edition. */
  readonly facts: ReadFacts
  /** All editions, the newest first. */
  readonly editions: () => Promise<readonly KnownEdition[]>
  /** The edition that visitors see. */
  readonly current: Edition
  readonly commands: CommandHandler
  /** The pool for views, queries, and a module's own tables of secrets. */
  readonly sql: Sql
  readonly mailer: Mailer
  /** The log of all streams, for questions about what happened. */
  readonly log: Pick<EventLog, 'read' | 'histories' | 'lengths' | 'unhandled' | 'version' | 'lag' | 'floor'>
  /** The metrics for counters of the module's own. */
  readonly metrics: Pick<Metrics, 'counter'>
  /** Finds and forgets the subjects of personal data in the log. */
  readonly people: People
  /** The seal of the log, for proofs that leave the site. */
  readonly transparency: TransparencyLog
  /** All modules of this backend. To be called only after the backend has been composed. */
  modules(): readonly Module[]
}

/** One kind of personal data, in the words of those who decide to forget a person. */
export interface PersonalKind {
  /** The key by which a request names the person, such as `team` in `{ team: <id> }`; absent if only an address does. */
  readonly referenceKey?: string
  /** The data that can no longer be read: `the captain’s name, address and phone`. */
  readonly unreadable: string
  /** The data that can still be read: `the team’s name and town`. */
  readonly remains: string
}

/** Someone whom staff may mail. */
export interface Recipient {
  readonly address: string
  /** The name by which staff know the recipient: the team's name, or their own. */
  readonly name: string
  /** The stream that names them, such as `team-<id>`. */
  readonly of: string
  /** The groups in which they can be mailed, such as `captains:confirmed`. */
  readonly groups: readonly string[]
  /** Names the group to people if its own name contains an id, such as that of a slot. */
  readonly label?: string
}

/** A reminder for people of one group of a module. */
export interface GroupReminder {
  /** One of the groups of `Recipient`. */
  readonly group: string
  /** The mail to this address now, with an extra line; null if there is nothing to remind its owner of any more. */
  readonly mailTo: (address: string, extra: string) => Promise<Pick<Mail, 'subject' | 'text' | 'button'> | null>
}

/** All that other code may use of a module: what it stores, and what it does. */
export interface Module extends StoredModule {
  /** The subject of its calls, for the description of the interface. */
  readonly description?: string
  readonly events: EventDefinitions
  readonly errors: ErrorRegistry
  readonly routes: readonly Route[]
  readonly automations: readonly Automation[]
  /** Called with the outcome of each API call, except reads that succeeded. */
  readonly onAttempt?: AttemptWatcher

  // For the audit.
  readonly undo?: ModuleUndo
  /** Frequent events that change no other event's sentence: the audit leaves them out where it loads a history. */
  readonly skippedInHistories?: readonly string[]
  /**
   * Types of events of other streams that may belong to a subject's history without naming the subject in a field
   * `<category>Id`; by category of the subject. The sentence of an event is null if it does not belong there.
   */
  readonly relatedEvents?: Readonly<Record<string, readonly string[]>>
  /**
   * Reads contact data of a subject, and records the caller's look at it; by category of the subject. For users who may
   * see such data, but may not read the audit.
   *
   * @throws DomainError if there is no such subject
   */
  readonly openContactData?: Readonly<Record<string, (id: string, context: CommandContext) => Promise<unknown>>>

  // For the Desk.
  /** Sums up events of this module, for users who were away. */
  readonly sumUpEvents?: SumUp
  /** Returns what of this module waits for staff. */
  readonly listWaiting?: () => Promise<readonly WaitingItem[]>
  /**
   * Returns whom the mail about an event of this module was for, and where staff correct the address; null if no one
   * waits for it any more, such as after a correction. Undefined for events about no person.
   */
  readonly findAddressee?: (event: RecordedEvent) => Promise<Entry | null | undefined>

  // For emails of staff to groups of people.
  /** Returns those whom staff may mail because of what this module knows. Other modules need not know them. */
  readonly listRecipients?: () => Promise<readonly Recipient[]>
  /**
   * Finds the streams that have something of this module, by the name of the thing: the teams with `dishes`. Staff may
   * mail the people of all other streams, although this module does not know them.
   */
  readonly findStreamsWith?: Readonly<Record<string, () => Promise<ReadonlySet<string>>>>
  /** The reminders, by kind. */
  readonly reminders?: Readonly<Record<string, GroupReminder>>

  // For editions.
  readonly editions?: ModuleEditions
  /** Describes in sentences what a change of an edition's settings does to the data of this module. */
  readonly warnAboutFacts?: (before: FactsOfYear, after: FactsOfYear) => Promise<readonly string[]>

  // For forgetting a person.
  /** Returns the address to which a private link was mailed, by its token; null for what is no link of this module. */
  readonly findAddressOfLink?: (token: string) => Promise<string | null>
  /** The kinds of personal data by subject, whose id is left out: `team/captain` for `team-<id>/captain`. */
  readonly personalData?: Readonly<Record<string, PersonalKind>>
}
