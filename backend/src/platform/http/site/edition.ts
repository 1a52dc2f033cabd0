import {
  defaultFacts,
  type EditionWords,
  type FactsOfYear,
  writeFacts,
} from '@ultimate/events/language/edition-facts.ts'

/** What pages show of an edition: its facts, and the same as people read them. */
export interface PageEdition {
  readonly facts: FactsOfYear
  readonly words: EditionWords
}

/** Reads the edition for pages: the same object until something of it changes, and the last one while no facts can be read. */
export function editionReader(read: () => Promise<FactsOfYear>): () => Promise<PageEdition> {
  let known: PageEdition | null = null
  const update = (facts: FactsOfYear): PageEdition => {
    if (known && JSON.stringify(known.facts) === JSON.stringify(facts)) return known
    known = { facts, words: writeFacts(facts.year, facts) }
    return known
  }
  return () => read().then(update, () => known ?? update({ year: 2025, ...defaultFacts(2025) }))
}
