import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { AttemptEvent } from '@ultimate/events/staff/events.ts'

/** A stream holds one failed attempt. */
type AttemptState = { status: 'new' } | { status: 'noted' }

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

export const noteFailedSignInDecider: Decider<AttemptState, NoteFailedSignIn, AttemptEvent> = {
  decide: noteFailedSignIn,
  evolve: (state, event) => (event.type === 'SignInFailed' ? { status: 'noted' } : state),
  initialState: () => ({ status: 'new' }),
}

/** A stream holds the attempts of one kind from one network within one window. */
export interface AttemptsState {
  /** The number of attempts when the last fact was recorded. */
  readonly times: number
}

export type CountedAttempt = Extract<AttemptEvent, { data: { times: number } }>

/** Records an attempt, with how many there were by then. */
export type NoteAttempt = TimedCommand<'NoteAttempt', CountedAttempt>

/** Several backends count on their own: what one of them has recorded already is not recorded again. */
export function noteAttempt({ data: attempt }: NoteAttempt, { times }: AttemptsState): CountedAttempt[] {
  return attempt.data.times > times ? [attempt] : []
}

export const noteAttemptDecider: Decider<AttemptsState, NoteAttempt, CountedAttempt> = {
  decide: noteAttempt,
  evolve: (state, { data }) => ({ times: Math.max(state.times, data.times) }),
  initialState: () => ({ times: 0 }),
}

const windowMs = 15 * 60 * 1000
/** Kinds of attempts, by network, that are counted separately within one window; those beyond share one count each. */
const maxCounted = 200

interface AttemptCount {
  readonly key: string
  readonly times: number
  /** True where it is counted with others, because there are too many to count separately. */
  readonly isShared: boolean
}

/** Counts attempts. Of those that anybody may repeat, only the first, tenth, hundredth… in a window is worth a fact. */
export interface AttemptCounts {
  /** Counts an attempt, and returns how many there have been in this window. */
  next(kind: string, whose: string, now: Date): AttemptCount
  /** The same where this is one to record; null for all others. */
  count(kind: string, whose: string, now: Date): AttemptCount | null
  /** Takes note that the result of `count` could not be recorded: the next one is to be. */
  takeBack(key: string): void
}

/** Counts in memory: a flood costs no query, and what a restart forgets is in the first events. */
export function attemptCounts(most = maxCounted): AttemptCounts {
  let window = -1
  const counts = new Map<string, number>()
  const next: AttemptCounts['next'] = (kind, whose, now) => {
    const current = Math.floor(now.getTime() / windowMs)
    if (current !== window) counts.clear()
    window = current
    const own = `${window}\n${kind}\n${whose}`
    const isShared = counts.size >= most && !counts.has(own)
    const key = isShared ? `${window}\n${kind}\n` : own
    const times = (counts.get(key) ?? 0) + 1
    counts.set(key, times)
    return { key, times, isShared }
  }
  return {
    next,
    count: (kind, whose, now) => {
      const counted = next(kind, whose, now)
      return Number.isInteger(Math.log10(counted.times)) ? counted : null
    },
    takeBack: (key) => void counts.delete(key),
  }
}
