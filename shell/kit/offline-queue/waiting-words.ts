import type { Waiting, WaitingOf } from '@ultimate/kit/state/waiting.ts'
import { venueTime } from '../event/venue-time.ts'
import { deviceOwner } from './command.ts'

const writeChanges = (count: number): string => (count === 1 ? '1 change is' : `${count} changes are`)
const clockTime = (time: number): string => venueTime(new Date(time))

/**
 * Returns the sentences at the head of every page about unsent commands. The user's own are mentioned only once a try
 * failed or the connection is lost, because each command waits for a moment.
 */
export function waitingWords(waiting: Waiting, userId: string | null, isConnected: boolean): string[] {
  const ownCounts = waiting.of.filter((counts) => isOwnWaiting(counts, userId))
  const countsOfOthers = waiting.of.filter((counts) => !isOwnWaiting(counts, userId))
  return [
    ...ownCounts.flatMap((counts) => writeOwnWords(counts, isConnected)),
    ...countsOfOthers.map(({ count, username }) => `${writeChanges(count)} waiting until ${username} logs in.`),
    ...(waiting.isKept ? [] : ['Your browser is blocking storage: what is not sent is lost when you close this tab.']),
    ...(waiting.lost > 0
      ? [
          `Your browser has deleted ${waiting.lost === 1 ? '1 unsent change' : `${waiting.lost} unsent changes`}. Please check what is missing.`,
        ]
      : []),
  ]
}

/** Returns whether these commands are the user's own, or need no sign-in. */
export const isOwnWaiting = (counts: WaitingOf, userId: string | null): boolean =>
  counts.userId === userId || counts.userId === deviceOwner.id

/**
 * Returns the warning after a deletion, which may happen again: then this tab is the only place that still has the
 * data.
 */
export const wipedWords = (isWiped: boolean): string[] =>
  isWiped ? ['Your browser has deleted what this site stored. Keep this tab open until everything is sent.'] : []

function writeOwnWords({ count, refused, since, isHeldUp }: WaitingOf, isConnected: boolean): string[] {
  const waiting = count - refused
  return [
    ...(waiting > 0 && (isHeldUp || !isConnected) ? [`${waiting} not sent yet, since ${clockTime(since ?? 0)}.`] : []),
    ...(refused > 0 ? [`${refused} refused.`] : []),
  ]
}

/** Returns the question before a Logout, after which waiting commands are not sent; null where none waits. */
export function logoutSentence(of: readonly WaitingOf[], userId: string | null): string | null {
  const ownCounts = of.find((counts) => counts.userId === userId)
  if (!ownCounts || ownCounts.count === 0) return null
  return `${writeChanges(ownCounts.count)} not sent yet, and will be sent only when ${ownCounts.username} logs in here again. Log out?`
}
