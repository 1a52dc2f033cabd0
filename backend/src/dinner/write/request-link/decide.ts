import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState } from '../visitor.ts'

export type RequestLink = TimedCommand<'RequestLink', { email: string }>

/** Stored for every address, known or not, so that neither answer nor time reveals which. */
export function requestLink({ data: { email } }: RequestLink): VisitorEvent {
  return { type: 'SignupLinkRequested', data: { contact: { email } } }
}

export const requestLinkDecider = { decide: requestLink, evolve, initialState }
