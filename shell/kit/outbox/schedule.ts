import type { Tap } from './tap.ts'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** So often a server in trouble is asked, before someone has to decide about this one tap. */
const maxServerErrors = 6

/** Milliseconds until the next try after so many that were not answered; tabs and devices do not try in step. */
export const pauseAfter = (tries: number, random: () => number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 10)) * (0.5 + random() / 2)

/** A clock that was set back must not make a tap wait for a year. */
const isDue = ({ nextTryAt }: Tap, now: number): boolean => nextTryAt <= now || nextTryAt > now + longestPauseMs

/** Of each subject the first tap of this user that is still to be sent; a refused one holds up nothing. */
function firstOfEach(taps: Iterable<Tap>, ownerId: string): Tap[] {
  const first = new Map<string, Tap>()
  for (const tap of taps) {
    if (tap.owner.id !== ownerId || tap.step === 'refused') continue
    const before = first.get(tap.subject)
    if (!before || tap.order < before.order) first.set(tap.subject, tap)
  }
  return [...first.values()]
}

/**
 * What to send next: of all that is due, what was tried least, so that one that always fails holds up no other. Where
 * nothing fails that is the order in which they were tapped.
 */
export function nextToSend(taps: Iterable<Tap>, ownerId: string, now: number): Tap | null {
  let next: Tap | null = null
  for (const tap of dueTaps(taps, ownerId, now))
    if (!next || tap.tries < next.tries || (tap.tries === next.tries && tap.order < next.order)) next = tap
  return next
}

/** Another than the one that was not answered, by chance: is it the connection, or that one alone? */
export function oneToProbe(taps: Iterable<Tap>, ownerId: string, now: number, random: () => number): Tap | null {
  const due = dueTaps(taps, ownerId, now)
  return due[Math.floor(random() * due.length)] ?? null
}

const dueTaps = (taps: Iterable<Tap>, ownerId: string, now: number): Tap[] =>
  firstOfEach(taps, ownerId).filter((tap) => isDue(tap, now))

/** When to look again; null where nothing waits. */
export function nextTime(taps: Iterable<Tap>, ownerId: string): number | null {
  const times = firstOfEach(taps, ownerId).map(({ nextTryAt }) => nextTryAt)
  return times.length === 0 ? null : Math.min(...times)
}

/** A server that fails at one tap again and again will not take it; one that says it is away may be back at any time. */
export const isGivenUp = ({ tries, trouble }: Tap): boolean =>
  tries >= maxServerErrors && trouble?.because === 'server' && trouble.status === 500
