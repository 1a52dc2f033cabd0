import type { AttemptEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

/** A stream holds the attempts of one kind from one network within one window. */
export interface AttemptsState {
  /** How many there were when the last fact was recorded. */
  readonly times: number
}

export type CountedAttempt = Extract<AttemptEvent, { data: { times: number } }>

/** What is recorded of an attempt, with how many there were by then. */
export type NoteAttempt = TimedCommand<'NoteAttempt', CountedAttempt>

/** Several backends count on their own: what one of them has recorded already is not recorded again. */
export function noteAttempt({ data: attempt }: NoteAttempt, { times }: AttemptsState): CountedAttempt[] {
  return attempt.data.times > times ? [attempt] : []
}

export const noteAttemptDecider: StreamDecider<AttemptsState, NoteAttempt, CountedAttempt> = {
  decide: noteAttempt,
  evolve: (state, { data }) => ({ times: Math.max(state.times, data.times) }),
  initialState: () => ({ times: 0 }),
}

const windowMs = 15 * 60 * 1000
/** Kinds of attempts, by network, that are told apart within one window; those beyond share one count each. */
const mostTold = 200

/** Counts attempts. Only the first, tenth, hundredth… of a kind in a window is worth a fact. */
export interface AttemptCounts {
  /** How many there have been, and under which key, where this is one to record; null for all others. */
  count(
    kind: string,
    whose: string,
    now: Date,
  ): { readonly key: string; readonly times: number; readonly isShared: boolean } | null
  /** What `count` gave could not be recorded: the next one is to be. */
  takeBack(key: string): void
}

/** In memory: a flood costs no query, and what a restart forgets is told by the first facts. */
export function attemptCounts(most = mostTold): AttemptCounts {
  let window = -1
  const counts = new Map<string, number>()
  return {
    count: (kind, whose, now) => {
      const current = Math.floor(now.getTime() / windowMs)
      if (current !== window) counts.clear()
      window = current
      const own = `${window}\n${kind}\n${whose}`
      const isShared = counts.size >= most && !counts.has(own)
      const key = isShared ? `${window}\n${kind}\n` : own
      const times = (counts.get(key) ?? 0) + 1
      counts.set(key, times)
      return Number.isInteger(Math.log10(times)) ? { key, times, isShared } : null
    },
    takeBack: (key) => void counts.delete(key),
  }
}
