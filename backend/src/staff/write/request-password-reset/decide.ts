import type { AttemptEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

/** A stream holds one request; no decision depends on earlier ones. */
export type Requested = Readonly<Record<string, never>>

/** `userId` is null where nobody has the typed address. */
export type RequestPasswordReset = TimedCommand<'RequestPasswordReset', { userId: string | null }>

/** Stored for every address, known or not, so that neither answer nor time reveals which. */
export function requestPasswordReset({ data: { userId } }: RequestPasswordReset): AttemptEvent {
  return { type: 'PasswordResetRequested', data: { userId } }
}

export const requestPasswordResetDecider: StreamDecider<Requested, RequestPasswordReset, AttemptEvent> = {
  decide: requestPasswordReset,
  evolve: (state) => state,
  initialState: () => ({}),
}
