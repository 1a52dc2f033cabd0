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
  /** Who walked in here and is no sign-up yet. */
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
 * A tap is drawn at once, and nothing but the list that it was made in: what it changes elsewhere, how its sending goes and
 * what others do follows, in a drawing that the next tap or letter interrupts. All that follows is of one moment: what the
 * server says about a sign-up is never seen without the end of the tap on it.
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
