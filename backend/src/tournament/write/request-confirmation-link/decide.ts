import type { CaptainEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'

export type RequestConfirmationLink = TimedCommand<'RequestConfirmationLink', { email: string }>

/** Stored for every address, known or not, so that neither answer nor time tells which. */
export function requestConfirmationLink({ data: { email } }: RequestConfirmationLink): CaptainEvent {
  return { type: 'ConfirmationLinkRequested', data: { contact: { email } } }
}
