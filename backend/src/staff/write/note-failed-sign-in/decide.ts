import type { AttemptEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

/** A stream holds one failed attempt. */
export type AttemptState = { status: 'new' } | { status: 'noted' }

export const initialState = (): AttemptState => ({ status: 'new' })

export function evolve(state: AttemptState, event: AttemptEvent): AttemptState {
  return event.type === 'SignInFailed' ? { status: 'noted' } : state
}

export const attemptStream = (id: string) => `attempt-${id}`

/** `userId` is null where no user has the typed name, of which `name` is the digest. */
export type NoteFailedSignIn = TimedCommand<
  'NoteFailedSignIn',
  { readonly userId: string | null; readonly name: string; readonly times: number }
>

export function noteFailedSignIn({ data }: NoteFailedSignIn, attempt: AttemptState): AttemptEvent | AttemptEvent[] {
  if (attempt.status === 'noted') return []
  return { type: 'SignInFailed', data }
}

export const noteFailedSignInDecider: StreamDecider<AttemptState, NoteFailedSignIn, AttemptEvent> = {
  decide: noteFailedSignIn,
  evolve,
  initialState,
}
