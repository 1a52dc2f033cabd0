import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { evolve, initialState, type Team } from '@ultimate/events/tournament/bid.ts'
import type { CaptainEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'

/** Requests of a captain for links; no decision depends on earlier ones. */
type Captain = Readonly<Record<string, never>>

export const captainStream = (id: string): string => `captain-${id}`

export type RequestConfirmationLink = TimedCommand<'RequestConfirmationLink', { email: string }>

/** Stores a request for every address, so that neither answer nor time reveals if the address is known. */
export function requestConfirmationLink({ data: { email } }: RequestConfirmationLink): CaptainEvent {
  return { type: 'ConfirmationLinkRequested', data: { contact: { email } } }
}

export const requestConfirmationLinkDecider: Decider<Captain, RequestConfirmationLink, CaptainEvent> = {
  decide: requestConfirmationLink,
  evolve: (captain) => captain,
  initialState: () => ({}),
}

/** `isExpired` is true for an old link, and false for staff, who use no link. */
export type ConfirmAddress = TimedCommand<'ConfirmAddress', { by: 'link' | 'staff'; isExpired: boolean }>

/** Once the address is confirmed, opening a link again changes nothing, even if the link is old. */
export function confirmAddress({ data: { by, isExpired } }: ConfirmAddress, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return tournamentErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return tournamentErrors.fail('TEAM_REMOVED')
  if (!team.awaitsConfirmation) return []
  if (isExpired) return tournamentErrors.fail('CONFIRMATION_LINK_EXPIRED')
  return [{ type: 'AddressConfirmed', data: { by } }]
}

export const confirmAddressDecider = { decide: confirmAddress, evolve, initialState }
