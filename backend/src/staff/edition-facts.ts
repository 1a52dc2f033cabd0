import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { defaultFacts } from '@ultimate/events/language/edition-facts.ts'
import type { ReadFacts } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'
import { readEditions } from './read/editions.view.ts'

/** Reads the facts of editions, and reuses them until something is appended. */
export function editionFacts({ sql, log, configuration }: Pick<Platform, 'sql' | 'log' | 'configuration'>): ReadFacts {
  const read = cachedUntilAppend(log, () => readEditions(sql, configuration.edition))
  return async (edition = configuration.edition) => {
    const year = Number(edition)
    const found = (await read()).find((one) => one.year === year)
    if (!found) return { year, ...defaultFacts(year) }
    const { state: _, version: __, ...facts } = found
    return facts
  }
}
