import type { EditionFacts } from './edition-facts.ts'

/** What mails contain of this year's weekend. The screens' own list of facts agrees with it, as a test checks. */
export const edition = {
  name: 'Thanksgiving Ultimate',
  dates: 'November 22 to 23, 2025',
  place: 'Huntsville, Alabama',
  dinner: 'Saturday, November 22, 2025, 6:00 PM to 9:00 PM',
  /** The day of the dinner, and how far the clocks at the venue are from UTC on it. */
  dinnerDay: '2025-11-22',
  utcOffset: '-06:00',
  /** When dishes are taken in, by the clock at the venue: an hour before dinner until all is in its place. */
  dishesFrom: '17:00',
  dishesUntil: '17:45',
  venue: 'Merrimack Soccer Complex, Huntsville, Alabama',
  /** As maps and calendars find it. */
  venueAddress: 'Merrimack Soccer Complex, 3390 Bob Wallace Ave SW, Huntsville, AL 35805',
  /** The contact address at the foot of every page and of every mail. */
  contact: 'turkey@ultimate.example',
  /** The official merchandise partner's own site. */
  merchPartner: 'https://merch.ultimate.example/',
} as const

/** What a team pays, as visitors read it: `$300 per team`, `November 8, 2025`, `Email us for payment details.` */
export interface Fee {
  readonly amount: string
  readonly due: string
  readonly payment: string
}

/** Null until the club sets a fee: no page and no email mentions one then. */
export const fee = null as Fee | null

/** What visitors see and no club has filled in yet: anything on a domain that is reserved for examples. */
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
export const editionStream = (name: string, of: string): string => (of === firstEdition ? name : `${name}-${of}`)
