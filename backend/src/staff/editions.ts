import type { CommandHandler } from '@ultimate/event-store/commands.ts'
import type { EventLog } from '@ultimate/event-store/event-log.ts'
import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import { defaultFacts, type FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { currentEdition, type KnownEdition } from '../platform/edition.ts'
import type { Module, Platform } from '../platform/module.ts'
import { readEditions, readNewestEdition } from './read/editions.view.ts'

/** The part of the platform that is about editions. */
export interface Editions extends Pick<Platform, 'facts' | 'current' | 'editions'> {
  /** Returns a command handler that reads the editions again after each command about an edition. */
  following(commands: CommandHandler): CommandHandler
  /** Reads which edition is current, now and after each change. To be called once the database is up to date. */
  open(modules: readonly Module[]): Promise<void>
}

interface EditionsParts extends Pick<Platform, 'sql' | 'configuration'> {
  readonly log: Pick<EventLog, 'version' | 'subscribe'>
}

/** Caches the editions until an event about one is appended. Each read also finds which one is current. */
export function openEditions({ sql, log, configuration }: EditionsParts): Editions {
  let firstYear = configuration.edition
  let currentYear = firstYear
  let yearsWithData: readonly string[] = []
  const read = cachedUntilAppend({ version: () => log.version(category) }, async () => {
    const { current, editions } = await readEditions(sql, { first: firstYear, yearsWithData })
    currentYear = current
    return editions
  })
  const factsByEdition = new WeakMap<KnownEdition, FactsOfYear>()
  const facts: Platform['facts'] = async (askedYear) => {
    const editions = await read()
    const year = Number(askedYear ?? currentYear)
    const edition = editions.find((one) => one.year === year)
    if (!edition) return { year, ...defaultFacts(year) }
    const factsOfYear = factsByEdition.get(edition) ?? toFacts(edition)
    factsByEdition.set(edition, factsOfYear)
    return factsOfYear
  }
  return {
    editions: read,
    facts,
    current: currentEdition({ sql, facts }, () => currentYear),
    following: (commands) => ({
      handle: async (decider, options, context) => {
        const handled = await commands.handle(decider, options, context)
        if (isOfEditions(options.stream)) await read()
        return handled
      },
    }),
    open: async (modules) => {
      firstYear = (await readNewestEdition(sql)) ?? firstYear
      yearsWithData = (await Promise.all(modules.map(({ editions }) => editions?.listYears?.() ?? []))).flat()
      await log.subscribe((events) => {
        // If the database is away, the next reader gets the error.
        if (events.some(({ metadata }) => isOfEditions(metadata.stream))) read().catch(() => undefined)
      })
      await read()
    },
  }
}

const toFacts = ({ state: _, version: __, ...facts }: KnownEdition): FactsOfYear => facts

const category = 'edition'
const isOfEditions = (stream: string): boolean => categoryOf(stream) === category

/** Lists the editions in the form of the API. */
export const listEditions = ({ editions }: Pick<Platform, 'editions'>): Promise<readonly Edition[]> =>
  editions() as Promise<readonly Edition[]>
