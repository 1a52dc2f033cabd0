import type { EditionWords } from './edition-facts.ts'

/**
 * Puts the words into a text that names them in braces: `{{dates}}, {{city}}`. The build does not know the facts of an
 * edition, so descriptions of pages and built HTML hold such names. An unknown name stays as it is.
 */
export const fillFacts = (text: string, words: EditionWords): string =>
  text.replace(/\{\{(\w+)\}\}/g, (nameInBraces, name: string) =>
    Object.hasOwn(words, name) ? words[name as keyof EditionWords] : nameInBraces,
  )
