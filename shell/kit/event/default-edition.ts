import { defaultFacts, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { ShownEdition } from '@ultimate/kit/event/edition.ts'

/**
 * The first edition, for a page whose server knows no other. The shell is built without it: its pages always name their
 * edition.
 */
export const defaultEdition = (): ShownEdition => {
  const facts = { year: 2025, ...defaultFacts(2025) }
  return { facts, words: writeFacts(facts.year, facts) }
}
