import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { VisitorEvent, Volunteer, VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import type { TimedCommand } from '@ultimate/events/language/command.ts'
import { editionStream } from '@ultimate/events/language/edition.ts'

/** The contents of a private link: an address, and the edition and generation of the link. */
type ClaimedLink = {
  readonly email: string
  /** Null in old links, which name no edition. */
  readonly edition: string | null
  readonly generation: number
}

interface VisitorState {
  /** The links that the visitor's device has opened, each by its key. */
  readonly claimed: ReadonlySet<string>
}

/** Returns a key that does not depend on the case of the address's letters. */
const claimKey = ({ email, edition, generation }: ClaimedLink): string =>
  [emailKey(email), edition ?? '', generation].join(' ')

const initialVisitor = (): VisitorState => ({ claimed: new Set() })

function evolveVisitor(visitor: VisitorState, event: VisitorEvent): VisitorState {
  if (event.type !== 'SignupsClaimed') return visitor
  const { contact, edition, generation } = event.data
  return { claimed: new Set(visitor.claimed).add(claimKey({ email: contact.email, edition, generation })) }
}

export const visitorStream = (id: string): string => `visitor-${id}`

export const visitorIdOf = (stream: string): string => stream.slice('visitor-'.length)

export type RequestLink = TimedCommand<'RequestLink', { email: string }>

/** Stores a request for every address, so that neither answer nor time reveals if the address is known. */
export function requestLink({ data: { email } }: RequestLink): VisitorEvent {
  return { type: 'SignupLinkRequested', data: { contact: { email } } }
}

export const requestLinkDecider = { decide: requestLink, evolve: evolveVisitor, initialState: initialVisitor }

/** The command holds the contents of a private link that this site sealed. */
export type ClaimSignups = TimedCommand<'ClaimSignups', ClaimedLink>

export function claimSignups({ data }: ClaimSignups, visitor: VisitorState): VisitorEvent[] {
  const { email, edition, generation } = data
  if (visitor.claimed.has(claimKey(data))) return []
  return [{ type: 'SignupsClaimed', data: { contact: { email }, edition, generation } }]
}

export const claimSignupsDecider = { decide: claimSignups, evolve: evolveVisitor, initialState: initialVisitor }

interface VolunteerState {
  /** The generation of the private links that are valid. */
  readonly validGeneration: number
}

const initialVolunteer = (): VolunteerState => ({ validGeneration: 0 })

const evolveVolunteer = (_: VolunteerState, { data }: VolunteerEvent): VolunteerState => ({
  validGeneration: data.generation,
})

/** `digest` stands for the address, because names of streams may hold no personal data. */
export const volunteerStream = (digest: string, edition: string): string =>
  editionStream(`volunteer-${digest}`, edition)

export type RevokeLink = TimedCommand<
  'RevokeLink',
  {
    person: Volunteer
    /** The generation of the person's valid links, as the rows of `dinner_volunteer_links` have it. */
    rowGeneration: number
    /** The generation of the link that the owner sent; absent where staff revoke it. */
    sentGeneration?: number
  }
>

/** Rejects a volunteer without an address, who has no link, and an owner whose link was revoked already. */
export function revokeLink({ data }: RevokeLink, volunteer: VolunteerState): VolunteerEvent {
  const { person, rowGeneration, sentGeneration } = data
  if (person.email === '') return dinnerErrors.fail('NO_PRIVATE_LINK')
  // A changed secret gives another digest, so a new stream begins. Its generations continue those in the rows.
  const validGeneration = Math.max(volunteer.validGeneration, rowGeneration)
  if (sentGeneration !== undefined && sentGeneration !== validGeneration) return dinnerErrors.fail('LINK_REVOKED')
  return { type: 'VolunteerLinkRevoked', data: { person, generation: validGeneration + 1 } }
}

export const revokeLinkDecider = {
  decide: revokeLink,
  evolve: evolveVolunteer,
  initialState: initialVolunteer,
}
