import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { defaultFacts, type FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Sql } from 'postgres'
import type { Platform } from './module.ts'

/** The data for queries that show one edition. */
export interface Edition {
  readonly sql: Sql
  /** The year whose rows are shown. In `Platform.current`, it changes when a director publishes the next edition. */
  readonly edition: string
  /** Reads the settings of the edition. */
  readonly facts: () => Promise<FactsOfYear>
}

/** Reads the settings of the edition of this year; without a year, those of the current edition. */
export type ReadFacts = (edition?: string) => Promise<FactsOfYear>

/** An edition with its place among the others. `version` is the version of its settings. */
export interface KnownEdition extends FactsOfYear {
  readonly state: 'next' | 'current' | 'past'
  readonly version: number
}

/** What a module stores of editions, and what it does with editions. */
export interface ModuleEditions {
  /** The years of which the module has data. */
  readonly listYears?: () => Promise<readonly string[]>
  /** Resolves to true if visitors have added something to the edition: then a director cannot take it back. */
  readonly isUsed?: (edition: string) => Promise<boolean>
  /** The things that a director may copy into the next edition, by names such as `slots`. */
  readonly copyable?: Readonly<Record<string, CopiedThings>>
  /** Returns what everyone may see of a past edition. Its keys have to differ from those of other modules. */
  readonly archive?: (edition: Edition) => Promise<object>
}

/** Things that are copied into the next edition, each by a command of its own. */
export interface CopiedThings {
  readonly count: (of: Edition) => Promise<number>
  /** Copies what is not there yet, however often it is called with one `start`. */
  readonly copy: (request: CopyRequest) => Promise<void>
  /** Removes the copies from an edition that is removed. */
  readonly discard: (from: Edition, context: CommandContext) => Promise<void>
}

/** A request to copy things from one edition into the edition of the context. */
interface CopyRequest {
  readonly from: Edition
  /** Names the event that began the edition. */
  readonly start: string
  readonly context: CommandContext
}

/** Reads the default settings, for a site on which nothing is set. `current` is the year of its edition. */
export function readDefaultFacts(current: string): ReadFacts {
  const read = (edition: string): FactsOfYear => ({ year: Number(edition), ...defaultFacts(Number(edition)) })
  const currentFacts = read(current)
  return async (edition = current) => (edition === current ? currentFacts : read(edition))
}

/** Returns the only edition of a site on which nothing is set, in the form of all editions. */
export function onlyEdition(sql: Sql, year: string): Pick<Platform, 'facts' | 'current' | 'editions'> {
  const facts = readDefaultFacts(year)
  return {
    facts,
    current: currentEdition({ sql, facts }, () => year),
    editions: async () => [{ ...(await facts()), state: 'current', version: 0 }],
  }
}

/** Returns the current edition, whose year `year` returns at each use. */
export const currentEdition = ({ sql, facts }: Pick<Platform, 'sql' | 'facts'>, year: () => string): Edition => ({
  sql,
  get edition() {
    return year()
  },
  facts: () => facts(),
})

const pastYears = new WeakMap<readonly KnownEdition[], readonly number[]>()

/** Lists the years of past editions. Returns the same array until the editions change. */
export async function listPastYears({ editions }: Pick<Platform, 'editions'>): Promise<readonly number[]> {
  const all = await editions()
  const years = pastYears.get(all) ?? all.filter(({ state }) => state === 'past').map(({ year }) => year)
  pastYears.set(all, years)
  return years
}

/** Returns the edition of a year, such as the year of an event. */
export const buildEdition = ({ sql, facts }: Pick<Platform, 'sql' | 'facts'>, edition: string): Edition => ({
  sql,
  edition,
  facts: () => facts(edition),
})

/**
 * Returns the platform for a module whose streams of these categories belong to the edition that began them: commands
 * change only streams of their own edition, which is the current one unless their context names another
 * (docs/decisions/0031).
 */
export function hideOtherEditions(platform: Platform, categories: readonly string[]): Platform {
  return { ...platform, commands: guardCommands(platform.commands, platform.current, categories) }
}

/**
 * Hides streams of other editions from commands: they decide as if the stream did not exist, and a decision that would
 * begin it is rejected. The system may finish what an earlier edition began.
 */
function guardCommands(commands: CommandHandler, current: Edition, categories: readonly string[]): CommandHandler {
  return {
    handle: async (decider, handling, context) => {
      if (context.actor.kind === 'system' || !categories.includes(categoryOf(handling.stream)))
        return commands.handle(decider, handling, context)
      const { edition = current.edition } = context
      const within = withinEdition(decider, edition)
      // The context names the edition, because another edition may be published before the events are stored.
      const { state, ...handled } = await commands.handle(within, handling, { ...context, edition })
      return { ...handled, state: state.inner }
    },
  }
}

/** A state with what {@link guardCommands} has to know about its stream. */
interface EditionState<State> {
  readonly inner: State
  /** True if the stream has events of another edition. */
  readonly isForeign: boolean
}

/**
 * The folds by `evolve` and edition. They are made once, because the store caches a stream's state by the functions
 * that fold it.
 */
const folds = new WeakMap<object, Map<string, unknown>>()

type Fold<State, E extends Event> = Pick<Decider<EditionState<State>, TimedCommand, E>, 'evolve' | 'initialState'>

function foldWithin<State, C extends TimedCommand, E extends Event>(
  { evolve, initialState }: Decider<State, C, E>,
  edition: string,
): Fold<State, E> {
  const foldsByEdition = folds.get(evolve) ?? new Map<string, unknown>()
  folds.set(evolve, foldsByEdition)
  const fold = (foldsByEdition.get(edition) as Fold<State, E> | undefined) ?? {
    initialState: () => ({ inner: initialState(), isForeign: false }),
    evolve: ({ inner, isForeign }: EditionState<State>, event: E) => ({
      inner: evolve(inner, event),
      isForeign: isForeign || isOfOtherEdition(event, edition),
    }),
  }
  foldsByEdition.set(edition, fold)
  return fold
}

function withinEdition<State, C extends TimedCommand, E extends Event>(
  decider: Decider<State, C, E>,
  edition: string,
): Decider<EditionState<State>, C, E> {
  return {
    ...foldWithin(decider, edition),
    decide: (command, { inner, isForeign }) => {
      if (!isForeign) return decider.decide(command, inner)
      decider.decide(command, decider.initialState())
      return platformErrors.fail('NOT_FOUND')
    },
  }
}

/**
 * Returns whether a stored event is of another edition. Events without metadata were decided just now, in this edition.
 */
function isOfOtherEdition(event: Event, edition: string): boolean {
  const { metadata } = event as Partial<RecordedEvent>
  return metadata !== undefined && metadata.edition !== edition
}
