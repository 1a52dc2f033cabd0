import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { Volunteer as Person, VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Volunteer } from '../volunteer.ts'

export type RevokeLink = TimedCommand<
  'RevokeLink',
  {
    person: Person
    /** The generation of the person's links now, as far as rows tell. */
    known: number
    /** That of the link by which its owner asks; absent where staff do. */
    link?: number
  }
>

/** A volunteer without an address has no link. An owner who asks twice by one link ends one. */
export function revokeLink({ data: { person, known, link } }: RevokeLink, volunteer: Volunteer): VolunteerEvent {
  if (person.email === '') return dinnerErrors.fail('NO_PRIVATE_LINK')
  // The stream begins anew where the secret was changed, which made another digest; generations go on.
  const current = Math.max(volunteer.linkGeneration, known)
  if (link !== undefined && link !== current) return dinnerErrors.fail('LINK_REVOKED')
  return { type: 'VolunteerLinkRevoked', data: { person, generation: current + 1 } }
}

export const revokeLinkDecider = { decide: revokeLink, evolve, initialState }
