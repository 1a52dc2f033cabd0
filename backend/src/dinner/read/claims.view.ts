import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { VisitorEvent, VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Mailbox } from '../../platform/mail.ts'
import { visitorIdOf } from '../write/private-link.decider.ts'

/** A claim: an address whose sign-ups a device may show and cancel, because it opened the private link. */
type ClaimRow = {
  id: string
  visitor_id: string
  email_key: string
  /** The edition and generation of the link: the right ends with the edition, and when a later generation begins. */
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
  rowsOf: (event) => (event.type === 'SignupsClaimed' ? claimId(event) : []),
  evolve: (row, event) => {
    if (event.type !== 'SignupsClaimed') return row
    const { data, metadata } = event
    return {
      id: claimId(event),
      visitor_id: visitorIdOf(metadata.stream),
      email_key: emailKey(data.contact.email),
      edition: data.edition ?? metadata.edition,
      generation: data.generation,
    }
  },
})

const claimId = ({ metadata }: RecordedEvent<VisitorEvent>): string => `${metadata.stream}/${metadata.version}`

/** The generation of a volunteer's private links; no row while it is 0, because none was revoked. */
type VolunteerLinkRow = {
  /** The stream, which holds a digest of the address and no address. */
  id: string
  edition: string
  /** The address in lower case; empty for a forgotten person, whose old links the digest still rejects. */
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

/** Selects the addresses whose private link this device opened, without links that have ended or were revoked since. */
export const selectClaimed = ({ sql, edition }: Edition, visitorId: string) => sql`
  select email_key from dinner_claims claim
  where visitor_id = ${visitorId} and edition = ${edition} and not exists (
    select 1 from dinner_volunteer_links link
    where link.email_key = claim.email_key and link.edition = claim.edition and link.generation > claim.generation
  )`

/** True where a device has opened a private link that was mailed to the address and is still valid. */
export async function hasOpenedLink(current: Edition, visitorId: string, emailKey: string): Promise<boolean> {
  const [row] = await current.sql`select 1 where ${emailKey} in (${selectClaimed(current, visitorId)})`
  return row !== undefined
}

/**
 * Picks the mailbox for a mail that a stranger may have caused. Once any device has opened a private link of the address, in
 * any edition, its owner has read a mail of this site; a device that only signed the address up proves nothing.
 */
export async function pickMailbox({ sql }: Pick<Edition, 'sql'>, email: string): Promise<Mailbox> {
  const [claim] = await sql`select 1 from dinner_claims where email_key = ${emailKey(email)} limit 1`
  return claim ? 'confirmed' : 'unconfirmed'
}
