import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { Volunteer as Person, VisitorEvent, VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '@ultimate/events/language/command.ts'
import { type ClaimedLink, claimKey, evolve, initialState, type Visitor } from './visitor.ts'
import * as volunteers from './volunteer.ts'

export type RequestLink = TimedCommand<'RequestLink', { email: string }>

/** Stores a request for every address, so that neither answer nor time reveals if the address is known. */
export function requestLink({ data: { email } }: RequestLink): VisitorEvent {
  return { type: 'SignupLinkRequested', data: { contact: { email } } }
}

export const requestLinkDecider = { decide: requestLink, evolve, initialState }

/** The command holds the contents of a private link that this site sealed. */
export type ClaimSignups = TimedCommand<'ClaimSignups', ClaimedLink>

export function claimSignups({ data }: ClaimSignups, visitor: Visitor): VisitorEvent[] {
  const { email, edition, generation } = data
  if (visitor.claimed.has(claimKey(data))) return []
  return [{ type: 'SignupsClaimed', data: { contact: { email }, edition, generation } }]
}

export const claimSignupsDecider = { decide: claimSignups, evolve, initialState }

export type RevokeLink = TimedCommand<
  'RevokeLink',
  {
    person: Person
    /** The generation of the person's links now, as far as rows show. */
    known: number
    /** The generation of the link by which its owner asks; absent where staff do. */
    link?: number
  }
>

/** A volunteer without an address has no link. An owner who asks twice by one link ends one. */
export function revokeLink(
  { data: { person, known, link } }: RevokeLink,
  volunteer: volunteers.Volunteer,
): VolunteerEvent {
  if (person.email === '') return dinnerErrors.fail('NO_PRIVATE_LINK')
  // The stream begins anew where the secret was changed, which made another digest; generations go on.
  const current = Math.max(volunteer.linkGeneration, known)
  if (link !== undefined && link !== current) return dinnerErrors.fail('LINK_REVOKED')
  return { type: 'VolunteerLinkRevoked', data: { person, generation: current + 1 } }
}

export const revokeLinkDecider = {
  decide: revokeLink,
  evolve: volunteers.evolve,
  initialState: volunteers.initialState,
}
