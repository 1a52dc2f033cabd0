import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Tap } from '@ultimate/kit/outbox/tap.ts'
import { useDeferredValue } from 'react'
import type { Marks } from '../taps/marks.ts'
import type { Checklist } from './checklist.ts'

/** What the page shows, as of one moment: the server's answer with the taps of this device on top. */
export interface Moment {
  readonly signups: readonly Signup[]
  readonly lists: Checklist
  readonly marks: Marks
  /** Walk-ins of this page that are no sign-ups yet. */
  readonly arriving: readonly Signup[]
  /** Taps of this page that were refused, or could not be sent when that was tried; the oldest first. */
  readonly troubled: readonly Tap[]
  /** The latest tap of this page, also when it is sent. */
  readonly lastTap: Tap | null
}

/** What each part of the page shows now. They are of two moments for as long as a tap takes to be drawn everywhere. */
export interface Pace {
  readonly pending: Moment
  readonly here: Moment
  readonly rest: Moment
}

/**
 * A tap draws its own list at once and nothing else. Its changes elsewhere, the progress of its sending and the changes of
 * others are drawn after that, in a drawing that the next tap or letter interrupts. That drawing shows one moment: it never
 * holds the server's answer about a sign-up without the end of the tap on it.
 */
export function usePace(now: Moment | undefined): Pace | undefined {
  const before = useDeferredValue(now)
  if (now === undefined) return undefined
  const rest = before ?? now
  if (now.lastTap === rest.lastTap) return { pending: rest, here: rest, rest }
  // Undo is tapped in the list of those who are here, and moves a row into the other.
  const isUndo = now.lastTap?.body['checkedIn'] === false
  return { pending: now, here: isUndo ? now : rest, rest }
}
