import type { AttemptEvent } from '@ultimate/events/staff/events.ts'

/** One failed attempt is all there is in its stream: nothing has to be remembered to decide about it. */
export type AttemptState = { status: 'untold' } | { status: 'told' }

export const initialState = (): AttemptState => ({ status: 'untold' })

export function evolve(state: AttemptState, event: AttemptEvent): AttemptState {
  return event.type === 'SignInFailed' ? { status: 'told' } : state
}

export const attemptStream = (id: string) => `attempt-${id}`
