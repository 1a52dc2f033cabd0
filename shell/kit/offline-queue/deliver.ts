import type { Happened } from '@ultimate/events/language/domain-error.ts'
import { ApiError, call, happenedOf } from '@ultimate/kit/request/api.ts'
import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { venueDay, venueTime } from '../event/venue-time.ts'
import { withLock } from '../state/tabs.ts'
import { type AnsweredRejection, deviceOwner, type QueuedCommand, type SendOutcome } from './command.ts'

/** Any call of the backend, by the name in the stored command. */
const callByName = call as unknown as (
  operation: string,
  request: { readonly params: unknown; readonly body: unknown },
  options: { readonly idempotencyKey: string; readonly saysEnding: boolean },
) => Promise<unknown>

/**
 * Returns when it happened by the server's clock, as ISO 8601, as far as this device has learned how wrong its own is.
 * A stored time may be damaged: one that no calendar has is replaced by the next best, so that the command is sent and
 * holds up no other.
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
    return isOurs(answer, answers) ? { kind: 'done', answer } : noAnswer
  } catch (error) {
    return waitingIfOfDevice(command, toOutcome(error))
  }
}

/**
 * Has a command of the device wait: what the device holds can be renewed while the page is open, and no sign-in would
 * send the command.
 */
function waitingIfOfDevice({ owner }: QueuedCommand, outcome: SendOutcome): SendOutcome {
  if (owner.id !== deviceOwner.id || outcome.kind !== 'signed-out') return outcome
  return { kind: 'unknown', failure: { because: 'server', status: 401, message: outcome.error.message } }
}

/**
 * Returns what happened instead, who did it and when, as a sentence, by the clock at the venue: of another day with its
 * date.
 */
export function happenedWords({ what, by, at }: Happened, now = new Date()): string {
  const then = new Date(at)
  const [time, day] = [venueTime(then), venueDay(then)]
  const when = day === venueDay(now) ? `at ${time}` : `on ${day} at ${time}`
  return `${what}${by === null ? '' : ` by ${by}`} ${when}.`
}

const noAnswer: SendOutcome = { kind: 'unknown', failure: { because: 'connection' } }

/** A network that wants a sign-in answers everything, but not with this. */
const isOurs = (answer: unknown, key: string): boolean => typeof answer === 'object' && answer !== null && key in answer

/** An answer without a code is none of this site, whatever its status. */
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

const lock = 'outbox'
/** More than a request takes. A tab that holds on for longer may have been stopped in the middle, as iOS does. */
const patienceMs = 30_000

/**
 * Runs the work while no other tab of this device does. A tab that is stopped while it works loses its turn: what it
 * had under way is sent again under the same keys, so that it happens once. Where there are no locks, which is so on
 * plain http, and where site data is blocked, each tab works alone.
 */
export async function alone(work: (isOurs: () => boolean) => Promise<void>): Promise<void> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  let isOurs = false
  const begin = () => {
    clearTimeout(timer)
    isOurs = true
    return work(() => isOurs)
  }
  try {
    await withLock(lock, { signal: patience.signal }, begin)
  } catch (error) {
    const isTaken = isOurs && error instanceof DOMException && error.name === 'AbortError'
    isOurs = false
    if (isTaken) return
    if (!patience.signal.aborted) throw error
    await withLock(lock, { steal: true }, begin)
  } finally {
    clearTimeout(timer)
  }
}
