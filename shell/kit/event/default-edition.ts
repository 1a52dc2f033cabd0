import { defaultFacts, type FactsOfYear, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { ShownEdition } from './edition.ts'

/**
 * An edition as screens hold it; the first one by default, for a page whose server is of a release that knew no other. The shell is
 * built without this file: its pages always name their edition.
 */
export function editionOf(facts: FactsOfYear = { year: 2025, ...defaultFacts(2025) }): ShownEdition {
  return { facts, words: writeFacts(facts.year, facts) }
}
