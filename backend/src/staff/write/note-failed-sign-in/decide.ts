import type { AttemptEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

/** One failed attempt is all there is in its stream: nothing has to be remembered to decide about it. */
export type AttemptState = { status: 'untold' } | { status: 'told' }

export const initialState = (): AttemptState => ({ status: 'untold' })

export function evolve(state: AttemptState, event: AttemptEvent): AttemptState {
  return event.type === 'SignInFailed' ? { status: 'told' } : state
}

export const attemptStream = (id: string) => `attempt-${id}`

/** `userId` is null where nobody has the name that was typed. */
export type NoteFailedSignIn = TimedCommand<'NoteFailedSignIn', { userId: string | null }>

export function noteFailedSignIn({ data }: NoteFailedSignIn, attempt: AttemptState): AttemptEvent | AttemptEvent[] {
  if (attempt.status === 'told') return []
  return { type: 'SignInFailed', data: { userId: data.userId } }
}

export const noteFailedSignInDecider: StreamDecider<AttemptState, NoteFailedSignIn, AttemptEvent> = {
  decide: noteFailedSignIn,
  evolve,
  initialState,
}
