import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { checkInDecider, decideArrivalDecider, type SignupState, signupStream } from '@ultimate/events/dinner/signup.ts'
import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { arrivalApi, type CheckInAnswer, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { reportedTime } from '@ultimate/events/language/reported-time.ts'
import { type CommandRequest, commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Answer, Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readRemovedSignup, readUndecided } from '../read/arrivals.query.ts'
import { explainRejections, readDinner } from '../read/board/board.query.ts'
import { type DetailedSignup, readSignup } from '../read/signups.view.ts'
import { takePlace } from './signup-commands.ts'

export const checkInDishRoute = (platform: Platform): Route =>
  checkInRoute(platform, { endpoint: signupApi.checkInDish, category: 'dishes' })

export const checkInServerRoute = (platform: Platform): Route =>
  checkInRoute(platform, { endpoint: signupApi.checkInServer, category: 'serving' })

interface CheckInKind {
  readonly endpoint: typeof signupApi.checkInDish | typeof signupApi.checkInServer
  readonly category: SlotCategory
}

interface CheckInRequest {
  readonly id: string
  readonly category: SlotCategory
  readonly checkedIn: boolean
  readonly at: string | undefined
}

function checkInRoute(platform: Platform, { endpoint, category }: CheckInKind): Route {
  const present = async (current: Edition, id: string): Promise<Answer<CheckInAnswer>> => {
    const { signup, version } = (await readSignup(current, id, category)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 200, body: { signup }, version }
  }
  return commandRoute(
    platform,
    endpoint,
    async ({ params: { id }, body: { checkedIn, at } }, context) => {
      const asked = { id, category, checkedIn, at }
      return explainRejections(platform, { id }, async () => {
        const known = await readSignup(context.current, id, category)
        const answer = known && (await checkInKnown(asked, known, context).catch(unlessRemoved(asked)))
        if (!answer) return checkInRemoved(platform, asked, context)
        const { body, ...rest } = await present(context.current, id)
        return { ...rest, body: { ...body, ...answer } }
      })
    },
    { answerIfStale: ({ params }, { current }) => present(current, params.id) },
  )
}

/** The sign-up was removed between the look at it and the decision: then it is looked for among those that were. */
const unlessRemoved =
  ({ at }: CheckInRequest) =>
  (error: unknown) => {
    if (at !== undefined && error instanceof DomainError && error.code === 'SIGNUP_NOT_FOUND') return null
    throw error
  }

/** Answers who checked the person in, where another user has done so before. */
async function checkInKnown(
  asked: CheckInRequest,
  { signup, signedUpAt: notBefore }: DetailedSignup,
  context: CommandRequest,
): Promise<Pick<CheckInAnswer, 'already'>> {
  const { current, expectedVersion } = context
  const { outcome } = await checkIn(asked, { slotId: signup.slot_id, notBefore, expectedVersion }, context)
  const now = outcome === 'unchanged' && asked.checkedIn ? await readSignup(current, asked.id) : null
  const at = now?.signup.checked_at ?? null
  return now && at !== null ? { already: { by: now.checkedInBy, at } } : {}
}

/** Records the arrival of a removed sign-up, if it was before the removal. */
async function checkInRemoved(
  platform: Platform,
  asked: CheckInRequest,
  context: CommandRequest,
): Promise<Answer<CheckInAnswer>> {
  const removed = asked.at === undefined ? null : await readRemovedSignup(platform, asked.id)
  if (removed?.signup.category !== asked.category) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const { signup, signedUpAt: notBefore, removedAt } = removed
  const { state } = await checkIn(asked, { slotId: signup.slot_id, notBefore, removedAt }, context)
  return { status: 200, body: { signup: { ...signup, ...buildArrival(state), removed: true } } }
}

const buildArrival = (state: SignupState) =>
  state.status === 'canceled' && state.arrival.status === 'undecided'
    ? { checked_in: true, checked_at: state.arrival.at }
    : {}

interface Facts {
  readonly slotId: string
  readonly notBefore: Date
  readonly removedAt?: Date
  readonly expectedVersion?: number | undefined
}

async function checkIn(
  { id, category, checkedIn, at }: CheckInRequest,
  { slotId, notBefore, removedAt, expectedVersion }: Facts,
  { commandContext: { now }, send, current }: CommandRequest,
) {
  const reported = reportedTime(at, { now, notBefore })
  const { dinner } = await readDinner(current)
  const data = { checkedIn, slotId, category, ...reported, dinner, ...(removedAt && { removedAt }) }
  const options = { expectedVersion, context: { happenedAt: reported.at } }
  return send(checkInDecider, signupStream(id), { type: 'CheckIn', data }, options)
}

export function decideArrivalRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    arrivalApi.decideArrival,
    async ({ params: { signup_id: id }, body: { decision } }, { send }) => {
      const isUndecided = (await readUndecided(platform)).some(({ signup_id }) => signup_id === id)
      const removed = isUndecided ? await readRemovedSignup(platform, id) : null
      const place = removed && decision === 'restore' ? { made: removed.made, slotId: removed.signup.slot_id } : null
      // The place comes first: if the second command is lost, the decision can still be made.
      if (place) await takePlace(send, place)
      await send(decideArrivalDecider, signupStream(id), { type: 'DecideArrival', data: { decision } })
      // An automation that follows the removal late may have freed the place before the decision was known.
      if (place) await takePlace(send, place)
      return { status: 200, body: { arrivals: await readUndecided(platform) } }
    },
  )
}
