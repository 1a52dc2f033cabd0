import type { EditionFacts } from './edition-facts.ts'

/** Lists the settings that no club has filled in yet: visitors see a domain there that is reserved for examples. */
export const listPlaceholders = ({
  contact_email,
  merch_partner,
}: Pick<EditionFacts, 'contact_email' | 'merch_partner'>): string[] =>
  [
    ['the contact address', contact_email],
    ['the merchandise partner', merch_partner.url],
  ].flatMap(([what, value = '']) => (/\.example\b/.test(value) ? [`${what} (${value})`] : []))

/** The edition that streams without a year in their name belong to. */
export const firstEdition = '2025'

/** A stream of which every edition has one: `dinner`, and `dinner-2026` in a later edition. */
export const editionStream = (name: string, edition: string): string =>
  edition === firstEdition ? name : `${name}-${edition}`
