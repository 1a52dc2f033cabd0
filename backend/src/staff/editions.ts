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
  /** The same commands, after which the current edition is known anew where they were about editions. */
  following(commands: CommandHandler): CommandHandler
  /** Reads which edition is current, and follows that from then on. To be called once the database is up to date. */
  open(modules: readonly Module[]): Promise<void>
}

interface EditionsParts extends Pick<Platform, 'sql' | 'configuration'> {
  readonly log: Pick<EventLog, 'version' | 'subscribe'>
}

/** Reuses what it read of editions until something is appended to one. Each new read shows which one is current. */
export function openEditions({ sql, log, configuration }: EditionsParts): Editions {
  let first = configuration.edition
  let current = first
  let held: readonly string[] = []
  const read = cachedUntilAppend({ version: () => log.version(category) }, async () => {
    const known = await readEditions(sql, { first, held })
    current = known.current
    return known.editions
  })
  const known = new WeakMap<KnownEdition, FactsOfYear>()
  const facts: Platform['facts'] = async (edition) => {
    const editions = await read()
    const year = Number(edition ?? current)
    const found = editions.find((one) => one.year === year)
    if (!found) return { year, ...defaultFacts(year) }
    const set = known.get(found) ?? toFacts(found)
    known.set(found, set)
    return set
  }
  return {
    editions: read,
    facts,
    current: currentEdition({ sql, facts }, () => current),
    following: (commands) => ({
      handle: async (decider, options, context) => {
        const handled = await commands.handle(decider, options, context)
        if (isOfEditions(options.stream)) await read()
        return handled
      },
    }),
    open: async (modules) => {
      first = (await readNewestEdition(sql)) ?? first
      held = (await Promise.all(modules.map(({ editions }) => editions?.held?.() ?? []))).flat()
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

/** The editions of the site as they are answered. */
export const listEditions = ({ editions }: Pick<Platform, 'editions'>): Promise<readonly Edition[]> =>
  editions() as Promise<readonly Edition[]>
