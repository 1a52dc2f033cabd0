import { readModel } from '@ultimate/event-store/read-model.ts'
import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import { visitorIdOf } from '../write/private-link.decider.ts'

/** Addresses whose sign-ups a device may show and remove, because it opened their private link. */
export type ClaimRow = {
  id: string
  visitor_id: string
  email_key: string
  /** The link's edition and generation: the right ends with its edition, and when a later generation of links begins. */
  edition: string
  generation: number
}

export const claims = readModel<ClaimRow, VisitorEvent>({
  table: 'dinner_claims',
  version: 3,
  category: 'visitor',
  columns: {
    id: { type: 'text' },
    visitor_id: { type: 'text' },
    email_key: { type: 'text' },
    edition: { type: 'text' },
    generation: { type: 'integer' },
  },
  constraints: [
    'create index {table}_by_visitor on {table} (visitor_id)',
    'create index {table}_by_email on {table} (email_key)',
  ],
  rowsOf: ({ type, metadata }) => (type === 'SignupsClaimed' ? `${metadata.stream}/${metadata.version}` : []),
  evolve: (row, { type, data, metadata }) => {
    if (type !== 'SignupsClaimed') return row
    return {
      id: `${metadata.stream}/${metadata.version}`,
      visitor_id: visitorIdOf(metadata.stream),
      email_key: emailKey(data.contact.email),
      edition: data.edition ?? metadata.edition,
      generation: data.generation,
    }
  },
})
