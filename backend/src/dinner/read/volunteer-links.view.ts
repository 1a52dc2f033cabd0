import { readModel } from '@ultimate/event-store/read-model.ts'
import type { VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'

/** The number of times that the private links of a volunteer were revoked; no row if they never were. */
export type VolunteerLinkRow = {
  /** The stream, which holds a digest of the address and no address. */
  id: string
  edition: string
  /** The address in one case of letters; empty for a forgotten person, whose old links stay dead by the digest. */
  email_key: string
  /** The generation of the links that are valid; those of earlier ones were revoked. */
  generation: number
}

export const volunteerLinks = readModel<VolunteerLinkRow, VolunteerEvent>({
  table: 'dinner_volunteer_links',
  version: 1,
  category: 'volunteer',
  columns: {
    id: { type: 'text' },
    edition: { type: 'text' },
    email_key: { type: 'text' },
    generation: { type: 'integer' },
  },
  constraints: ['create index {table}_by_email on {table} (email_key)'],
  rowsOf: ({ metadata }) => metadata.stream,
  evolve: (_, { data, metadata }) => ({
    id: metadata.stream,
    edition: metadata.edition,
    email_key: emailKey(data.person.email),
    generation: data.generation,
  }),
})
