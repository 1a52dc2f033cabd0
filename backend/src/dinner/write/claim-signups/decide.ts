import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type Visitor } from '../visitor.ts'

/** `email` comes out of a private link that this site sealed. */
export type ClaimSignups = TimedCommand<'ClaimSignups', { email: string }>

export function claimSignups({ data: { email } }: ClaimSignups, visitor: Visitor): VisitorEvent[] {
  return visitor.claimed.has(emailKey(email)) ? [] : [{ type: 'SignupsClaimed', data: { contact: { email } } }]
}

export const claimSignupsDecider = { decide: claimSignups, evolve, initialState }
