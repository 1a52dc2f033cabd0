import type { Waiting, WaitingOf } from '@ultimate/kit/state/waiting.ts'
import { venueTime } from '../event/venue-time.ts'
import { deviceOwner } from './command.ts'

const clockTime = (time: number): string => venueTime(new Date(time))

/**
 * What the head of every page shows of the commands that are not sent: of the user's own how many and since when, of others
 * only whose they are. Nothing while all goes well, because each command waits for a moment.
 */
export function waitingWords(waiting: Waiting, userId: string | null, isConnected: boolean): string[] {
  const own = waiting.of.filter((one) => isOwnWaiting(one, userId))
  const others = waiting.of.filter((one) => !isOwnWaiting(one, userId))
  return [
    ...own.flatMap((one) => ownWords(one, isConnected)),
    ...others.map(
      ({ count, username }) => `${count} not sent yet ${count === 1 ? 'waits' : 'wait'} until ${username} logs in.`,
    ),
    ...(waiting.isKept ? [] : ['Your browser is blocking storage: what is not sent is lost with this tab.']),
    ...(waiting.lost > 0
      ? [`This browser has deleted ${waiting.lost} not sent yet. Please look what is missing.`]
      : []),
  ]
}

/** Whether it is sent with this sign-in, or without any. */
export const isOwnWaiting = (one: WaitingOf, userId: string | null): boolean =>
  one.userId === userId || one.userId === deviceOwner.id

/** What may be deleted once may be so again: then this tab is the only place that still has it. */
export const wipedWords = (isWiped: boolean): string[] =>
  isWiped ? ['This browser has deleted what this site keeps. Leave this tab open until all is sent.'] : []

function ownWords({ count, refused, since, isHeldUp }: WaitingOf, isConnected: boolean): string[] {
  const waiting = count - refused
  return [
    ...(waiting > 0 && (isHeldUp || !isConnected) ? [`${waiting} not sent yet, since ${clockTime(since ?? 0)}.`] : []),
    ...(refused > 0 ? [`${refused} refused.`] : []),
  ]
}

/** What a Logout asks first, because what waits goes only with this user's next sign-in. */
export function logoutSentence(of: readonly WaitingOf[], userId: string | null): string | null {
  const own = of.find((one) => one.userId === userId)
  if (!own || own.count === 0) return null
  const what = own.count === 1 ? '1 change is' : `${own.count} changes are`
  return `${what} not sent yet. They wait on this device, and go only when ${own.username} logs in here again. Log out?`
}
