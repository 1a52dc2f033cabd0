import type { Happened } from '@ultimate/events/language/domain-error.ts'
import { ApiError, call, happenedOf } from '@ultimate/kit/request/api.ts'
import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { venueDay, venueTime } from '../event/venue-time.ts'
import { type AnsweredRejection, deviceOwner, type QueuedCommand, type SendOutcome } from './command.ts'

/** Any call of the backend. Its name comes from a stored command, so that the types of `call` cannot apply. */
const callByName = call as unknown as (
  operation: string,
  request: { readonly params: unknown; readonly body: unknown },
  options: { readonly idempotencyKey: string; readonly saysEnding: boolean },
) => Promise<unknown>

/**
 * Returns the time of the command as ISO 8601, by the server's clock as far as this device knows the offset of its own.
 * A stored time may be damaged. The next best time replaces an invalid one, so that the command is sent and holds up no
 * other.
 */
export const fixTime = ({ queuedAt, offsetMs }: QueuedCommand): string => {
  const moments = [queuedAt + (offsetMs ?? clockOffset() ?? 0), queuedAt, Date.now()]
  return new Date(moments.find(isMoment) ?? 0).toISOString()
}

const isMoment = (moment: number): boolean => !Number.isNaN(new Date(moment).getTime())

/** Tries once. `showsEnding`: the page itself shows that the session ended. */
export async function deliver(command: QueuedCommand, showsEnding: boolean): Promise<SendOutcome> {
  const { operation, params, body, answers, key, at } = command
  try {
    const request = { params, body: { ...body, at } }
    const answer = await callByName(operation, request, { idempotencyKey: key, saysEnding: showsEnding })
    return isOfSite(answer, answers) ? { kind: 'done', answer } : noAnswer
  } catch (error) {
    return waitingIfOfDevice(command, toOutcome(error))
  }
}

/**
 * Lets a command of the device wait for another try, because no sign-in would send it. The cookie that it needs can be
 * renewed while the page is open.
 */
function waitingIfOfDevice({ owner }: QueuedCommand, outcome: SendOutcome): SendOutcome {
  if (owner.id !== deviceOwner.id || outcome.kind !== 'signed-out') return outcome
  return { kind: 'unknown', failure: { because: 'server', status: 401, message: outcome.error.message } }
}

/** `Gravy was moved to Buffet 3 by Becky at 6:12 PM.`, by the clock at the venue; with the date on another day. */
export function happenedWords({ what, by, at }: Happened, now = new Date()): string {
  const then = new Date(at)
  const [time, day] = [venueTime(then), venueDay(then)]
  const when = day === venueDay(now) ? `at ${time}` : `on ${day} at ${time}`
  return `${what}${by === null ? '' : ` by ${by}`} ${when}.`
}

const noAnswer: SendOutcome = { kind: 'unknown', failure: { because: 'connection' } }

/** Returns whether the answer has this key. The sign-in page of a network answers every request, but without the key. */
const isOfSite = (answer: unknown, key: string): boolean =>
  typeof answer === 'object' && answer !== null && key in answer

/**
 * Returns the outcome of a failed call. An answer without a code comes from something between device and site, and
 * counts as no answer. Only with status 500 may it be the site's own.
 */
export function toOutcome(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return noAnswer
  const { status, code } = error
  const happened = happenedOf(error)
  const message = happened ? `${error.message} ${happenedWords(happened)}` : error.message
  if (status === 401) return { kind: 'signed-out', error }
  if (code === 'UNKNOWN' && status !== 500) return noAnswer
  if (status >= 500 || status === 408 || status === 429)
    return { kind: 'unknown', failure: { because: 'server', status, message } }
  const rejection: AnsweredRejection = { code, status, message, at: Date.now() }
  return { kind: 'rejected', rejection, error }
}
