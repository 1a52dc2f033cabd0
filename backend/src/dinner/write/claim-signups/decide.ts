import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { type ClaimedLink, claimKey, evolve, initialState, type Visitor } from '../visitor.ts'

/** What a private link says that this site sealed. */
export type ClaimSignups = TimedCommand<'ClaimSignups', ClaimedLink>

export function claimSignups({ data }: ClaimSignups, visitor: Visitor): VisitorEvent[] {
  const { email, edition, generation } = data
  if (visitor.claimed.has(claimKey(data))) return []
  return [{ type: 'SignupsClaimed', data: { contact: { email }, edition, generation } }]
}

export const claimSignupsDecider = { decide: claimSignups, evolve, initialState }
