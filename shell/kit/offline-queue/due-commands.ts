import { deviceOwner, type QueuedCommand } from './command.ts'

// Decides which command is sent next, and when.

const firstPauseMs = 1_000
const maxPauseMs = 30_000

/** Returns the milliseconds to wait after so many failures in a row. Random, so that devices do not try in step. */
export const pauseBeforeRetry = (failures: number, random: () => number): number =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10)) * (0.5 + random() / 2)

/** A command is due too if it would wait longer than any pause: the clock was set back after its last try. */
const isDue = ({ nextTryAt }: QueuedCommand, now: number): boolean => nextTryAt <= now || nextTryAt > now + maxPauseMs

/**
 * Returns the first unsent command of each subject, of this user or the device. A rejected command is left out, so that
 * the next one of its subject can be sent.
 */
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
 * Picks the due command with the fewest tries, so that a command that always fails holds up no other. Of several, it is
 * the oldest.
 */
export function pickToSend(commands: Iterable<QueuedCommand>, ownerId: string, now: number): QueuedCommand | null {
  let next: QueuedCommand | null = null
  for (const command of dueCommands(commands, ownerId, now))
    if (!next || command.tries < next.tries || (command.tries === next.tries && command.order < next.order))
      next = command
  return next
}

/**
 * Picks a due command at random, so that a few commands that always fail do not end every run. The command that just
 * failed is not due, because it has a pause.
 */
export function pickProbe(
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

/** Returns the time of the next try, in milliseconds of the device's clock; null if no command waits. */
export function findNextTry(commands: Iterable<QueuedCommand>, ownerId: string): number | null {
  const times = firstOfEachSubject(commands, ownerId).map(({ nextTryAt }) => nextTryAt)
  return times.length === 0 ? null : Math.min(...times)
}
