import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { defaultFacts, type FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
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

/** Returns the current edition; `year` returns its year. */
export const currentEdition = ({ sql, facts }: Pick<Platform, 'sql' | 'facts'>, year: () => string): Edition => ({
  sql,
  // Read at each use, because a director may publish the next edition.
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
