import type { EditionWords, FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { createStore, useStore } from 'zustand'
import { defaultEdition } from './default-edition.ts'

/** The settings of the edition that the site shows, and the same as people read them. */
export interface ShownEdition {
  readonly facts: FactsOfYear
  readonly words: EditionWords
}

/**
 * Reads what the server has written into the page, which is also the last known state where a page is opened offline.
 */
function readFromPage(): ShownEdition | undefined {
  const text = globalThis.document?.getElementById('page-settings')?.textContent
  return text ? (JSON.parse(text) as { readonly edition?: ShownEdition }).edition : undefined
}

const editionStore = createStore<ShownEdition>()(() => readFromPage() ?? defaultEdition())

/** The edition as it is now, for code outside of components, such as one that writes a file. */
export const currentEdition = (): ShownEdition => editionStore.getState()

/** Shows these settings on the whole page, from now on. */
export const showEdition = (edition: ShownEdition): void => editionStore.setState(edition)

/** The build prerenders pages, and React prerenders with the initial state. Here that is the current state. */
const drawnStore = { ...editionStore, getInitialState: editionStore.getState }

/** The facts and their words, for a component that follows them. */
export const useEdition = (): ShownEdition => useStore(drawnStore)

/** The facts as people read them, for a component that follows them. */
export const useWords = (): EditionWords => useEdition().words

/** The facts themselves, for a component that follows them. */
export const useFacts = (): FactsOfYear => useEdition().facts
