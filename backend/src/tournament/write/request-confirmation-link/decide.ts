import type { CaptainEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'

/** Requests of a captain for links; no decision depends on earlier ones. */
export type Captain = Readonly<Record<string, never>>

export const initialState = (): Captain => ({})

export const evolve = (captain: Captain): Captain => captain

export const captainStream = (id: string): string => `captain-${id}`

export type RequestConfirmationLink = TimedCommand<'RequestConfirmationLink', { email: string }>

/** Stored for every address, known or not, so that neither answer nor time reveals which. */
export function requestConfirmationLink({ data: { email } }: RequestConfirmationLink): CaptainEvent {
  return { type: 'ConfirmationLinkRequested', data: { contact: { email } } }
}

export const requestConfirmationLinkDecider = { decide: requestConfirmationLink, evolve, initialState }
