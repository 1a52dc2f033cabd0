import { deviceOwner, type QueuedCommand } from './command.ts'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** The tries with a server in trouble after which someone has to decide about this one command. */
const maxServerErrors = 6

/** Milliseconds until the next try after so many that were not answered; tabs and devices do not try in step. */
export const pauseAfter = (tries: number, random: () => number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 10)) * (0.5 + random() / 2)

/** A clock that was set back must not make a command wait for a year. */
const isDue = ({ nextTryAt }: QueuedCommand, now: number): boolean =>
  nextTryAt <= now || nextTryAt > now + longestPauseMs

/**
 * Returns, of each subject, the first command of this user or of the device that is still to be sent; a rejected one
 * holds up nothing.
 */
function firstOfEach(commands: Iterable<QueuedCommand>, ownerId: string): QueuedCommand[] {
  const first = new Map<string, QueuedCommand>()
  for (const command of commands) {
    const isOwn = command.owner.id === ownerId || command.owner.id === deviceOwner.id
    if (!isOwn || command.status === 'rejected') continue
    const before = first.get(command.subject)
    if (!before || command.order < before.order) first.set(command.subject, command)
  }
  return [...first.values()]
}

/**
 * Returns the command to send next: of all that are due, the one that was tried least, so that one that always fails
 * holds up no other. Where nothing fails, that is the order in which they were made.
 */
export function nextToSend(commands: Iterable<QueuedCommand>, ownerId: string, now: number): QueuedCommand | null {
  let next: QueuedCommand | null = null
  for (const command of dueCommands(commands, ownerId, now))
    if (!next || command.tries < next.tries || (command.tries === next.tries && command.order < next.order))
      next = command
  return next
}

/** Returns another due command by chance: is it the connection, or the unanswered one alone? */
export function oneToProbe(
  commands: Iterable<QueuedCommand>,
  ownerId: string,
  now: number,
  random: () => number,
): QueuedCommand | null {
  const due = dueCommands(commands, ownerId, now)
  return due[Math.floor(random() * due.length)] ?? null
}

const dueCommands = (commands: Iterable<QueuedCommand>, ownerId: string, now: number): QueuedCommand[] =>
  firstOfEach(commands, ownerId).filter((command) => isDue(command, now))

/** Returns when to look again, in milliseconds of the device's clock; null where nothing waits. */
export function nextTime(commands: Iterable<QueuedCommand>, ownerId: string): number | null {
  const times = firstOfEach(commands, ownerId).map(({ nextTryAt }) => nextTryAt)
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * A server that fails at one command again and again will not take it; one that reports that it is away may be back at
 * any time.
 */
export const isGivenUp = ({ tries, failure }: QueuedCommand): boolean =>
  tries >= maxServerErrors && failure?.because === 'server' && failure.status === 500
