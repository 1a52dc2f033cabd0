import type { EditionWords } from './edition-facts.ts'

/**
 * Puts the words into a text that names them in braces: `{{dates}}, {{city}}`. Texts that stand in descriptions of pages and
 * in HTML made by the build have no facts of their own. An unknown name stays as it is.
 */
export const fillFacts = (text: string, words: EditionWords): string =>
  text.replace(/\{\{(\w+)\}\}/g, (nameInBraces, name: string) =>
    Object.hasOwn(words, name) ? words[name as keyof EditionWords] : nameInBraces,
  )
