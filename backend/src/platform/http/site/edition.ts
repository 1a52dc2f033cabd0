import {
  defaultFacts,
  type EditionWords,
  type FactsOfYear,
  writeFacts,
} from '@ultimate/events/language/edition-facts.ts'

/** An edition as pages show it: its facts, and the same as people read them. */
export interface PageEdition {
  readonly facts: FactsOfYear
  readonly words: EditionWords
  /** The years of editions that are over. */
  readonly past: readonly number[]
}

/** Reads the edition for pages: the same object until something of it changes, and the last one while no facts can be read. */
export function editionReader(
  read: () => Promise<FactsOfYear>,
  readPast: () => Promise<readonly number[]>,
): () => Promise<PageEdition> {
  let known: PageEdition | null = null
  /** The facts that were read last, which are mostly the same object again. */
  let facts: FactsOfYear | null = null
  let past: readonly number[] | null = null
  const update = ([readFacts, readYears]: readonly [FactsOfYear, readonly number[]]): PageEdition => {
    if (known && readFacts === facts && readYears === past) return known
    facts = readFacts
    past = readYears
    if (known && JSON.stringify([known.facts, known.past]) === JSON.stringify([facts, past])) return known
    known = { facts, words: writeFacts(facts.year, facts), past }
    return known
  }
  const readBoth = () => Promise.all([read(), readPast()])
  return () => readBoth().then(update, () => known ?? update([{ year: 2025, ...defaultFacts(2025) }, []]))
}
