import { deviceOwner, type QueuedCommand } from './command.ts'

// Decides which command is sent next, and when.

const firstPauseMs = 1_000
const maxPauseMs = 30_000

/** Milliseconds until the next try, after so many without an answer. Random, so that devices do not try in step. */
export const pauseBeforeRetry = (tries: number, random: () => number): number =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 10)) * (0.5 + random() / 2)

/** A time beyond the longest pause is due too: a clock that was set back must not make a command wait for a year. */
const isDue = ({ nextTryAt }: QueuedCommand, now: number): boolean => nextTryAt <= now || nextTryAt > now + maxPauseMs

/** Returns the first unsent command of each subject, of this user or the device. A rejected one holds up nothing. */
function firstOfEachSubject(commands: Iterable<QueuedCommand>, ownerId: string): QueuedCommand[] {
  const first = new Map<string, QueuedCommand>()
  for (const command of commands) {
    const isOwn = command.owner.id === ownerId || command.owner.id === deviceOwner.id
    if (!isOwn || command.status === 'rejected') continue
    const earlier = first.get(command.subject)
    if (!earlier || command.order < earlier.order) first.set(command.subject, command)
  }
  return [...first.values()]
}

/**
 * Returns the due command that was tried least, so that a command that always fails holds up no other. Of several, it
 * is the oldest.
 */
export function nextToSend(commands: Iterable<QueuedCommand>, ownerId: string, now: number): QueuedCommand | null {
  let next: QueuedCommand | null = null
  for (const command of dueCommands(commands, ownerId, now))
    if (!next || command.tries < next.tries || (command.tries === next.tries && command.order < next.order))
      next = command
  return next
}

/** Picks a due command at random. Its outcome shows whether the connection is lost, or only one command fails. */
export function anyDue(
  commands: Iterable<QueuedCommand>,
  ownerId: string,
  now: number,
  random: () => number,
): QueuedCommand | null {
  const due = dueCommands(commands, ownerId, now)
  return due[Math.floor(random() * due.length)] ?? null
}

const dueCommands = (commands: Iterable<QueuedCommand>, ownerId: string, now: number): QueuedCommand[] =>
  firstOfEachSubject(commands, ownerId).filter((command) => isDue(command, now))

/** Returns when to look again, in milliseconds of the device's clock; null where nothing waits. */
export function nextTime(commands: Iterable<QueuedCommand>, ownerId: string): number | null {
  const times = firstOfEachSubject(commands, ownerId).map(({ nextTryAt }) => nextTryAt)
  return times.length === 0 ? null : Math.min(...times)
}
