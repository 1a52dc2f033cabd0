import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { useDeferredValue } from 'react'
import type { Marks } from '../marks.ts'
import type { Checklist } from './checklist.ts'

/** The state of the page at one moment: the server's answer with the commands of this device on top. */
export interface PageState {
  readonly signups: readonly Signup[]
  readonly lists: Checklist
  readonly marks: Marks
  /** Walk-ins of this page that are no sign-ups yet. */
  readonly arriving: readonly Signup[]
  /** Commands of this page that were rejected or could not be sent, the oldest first. */
  readonly troubled: readonly QueuedCommand[]
  /** The latest command of this page, also when it is sent. */
  readonly lastCommand: QueuedCommand | null
}

/** The state of each part of the page now. They are of two moments until a command is drawn everywhere. */
export interface Pace {
  readonly pending: PageState
  readonly here: PageState
  readonly rest: PageState
}

/**
 * A command draws its own list at once and nothing else. Its changes elsewhere, the progress of its sending and the
 * changes of others are drawn after that, in a drawing that the next command or letter interrupts. That drawing shows
 * one moment: it never holds the server's answer about a sign-up without the end of the command on it.
 */
export function usePace(now: PageState | undefined): Pace | undefined {
  const before = useDeferredValue(now)
  if (now === undefined) return undefined
  const rest = before ?? now
  if (now.lastCommand === rest.lastCommand) return { pending: rest, here: rest, rest }
  // Undo is tapped in the list of those who are here, and moves a row into the other.
  const isUndo = now.lastCommand?.body['checkedIn'] === false
  return { pending: now, here: isUndo ? now : rest, rest }
}
