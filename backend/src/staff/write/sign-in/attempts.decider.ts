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
  /** The number of attempts when the last event was recorded. */
  readonly times: number
}

export type CountedAttempt = Extract<AttemptEvent, { data: { times: number } }>

/** Records an attempt with the number of attempts up to it. */
export type NoteAttempt = TimedCommand<'NoteAttempt', CountedAttempt>

/** Each backend counts on its own, so a number that another one has recorded is not recorded again. */
export function noteAttempt({ data: attempt }: NoteAttempt, { times }: AttemptsState): CountedAttempt[] {
  return attempt.data.times > times ? [attempt] : []
}

export const noteAttemptDecider: Decider<AttemptsState, NoteAttempt, CountedAttempt> = {
  decide: noteAttempt,
  evolve: (state, { data }) => ({ times: Math.max(state.times, data.times) }),
  initialState: () => ({ times: 0 }),
}

const windowMs = 15 * 60 * 1000
/** The most pairs of kind and network that have a count of their own in a window. Later pairs share a count by kind. */
const maxCounted = 200

interface AttemptCount {
  readonly key: string
  readonly times: number
  /** True where other networks share the count, because there are too many of them. */
  readonly isShared: boolean
}

export interface AttemptCounts {
  /** Counts an attempt, and returns how many there have been in this window. */
  count(kind: string, whose: string, now: Date): AttemptCount
  /** Counts an attempt, and returns the count if it gets an event: the first, tenth, hundredth… in a window do. */
  countForEvent(kind: string, whose: string, now: Date): AttemptCount | null
  /** Forgets a count whose event could not be stored, so that the next attempt gets one. */
  takeBack(key: string): void
}

/** Counts in memory, so that a flood costs no query. After a restart the count begins anew. */
export function attemptCounts(maxSeparate = maxCounted): AttemptCounts {
  let window = -1
  const counts = new Map<string, number>()
  const count: AttemptCounts['count'] = (kind, whose, now) => {
    const presentWindow = Math.floor(now.getTime() / windowMs)
    if (presentWindow !== window) counts.clear()
    window = presentWindow
    const ownKey = `${window}\n${kind}\n${whose}`
    const isShared = counts.size >= maxSeparate && !counts.has(ownKey)
    const key = isShared ? `${window}\n${kind}\n` : ownKey
    const times = (counts.get(key) ?? 0) + 1
    counts.set(key, times)
    return { key, times, isShared }
  }
  return {
    count,
    countForEvent: (kind, whose, now) => {
      const counted = count(kind, whose, now)
      const isPowerOfTen = Number.isInteger(Math.log10(counted.times))
      return isPowerOfTen ? counted : null
    },
    takeBack: (key) => void counts.delete(key),
  }
}
