import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'

/** `27th Thanksgiving Ultimate`, as the edition was called. */
export const nameEdition = ({ ordinal, name }: Edition): string => [ordinal, name].filter(Boolean).join(' ')

/** The dates and the venue of an edition, from its own facts. */
export function EditionLine({ edition }: { readonly edition: Edition }) {
  const { datesSpoken, venue, firstDay } = writeFacts(edition.year, edition)
  return (
    <>
      <time dateTime={firstDay}>{datesSpoken}</time>
      {venue !== '' && `. ${venue}`}.
    </>
  )
}
