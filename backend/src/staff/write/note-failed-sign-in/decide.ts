import type { AttemptEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { type AttemptState, evolve, initialState } from '../attempt.ts'

/** `userId` is null where nobody has the name that was typed. */
export type NoteFailedSignIn = TimedCommand<'NoteFailedSignIn', { userId: string | null }>

function decide({ data }: NoteFailedSignIn, attempt: AttemptState): AttemptEvent | AttemptEvent[] {
  if (attempt.status === 'told') return []
  return { type: 'SignInFailed', data: { userId: data.userId } }
}

export const notingFailedSignIn: StreamDecider<AttemptState, NoteFailedSignIn, AttemptEvent> = {
  decide,
  evolve,
  initialState,
}
