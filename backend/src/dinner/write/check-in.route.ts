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
import { readDinner } from '../read/board/board.query.ts'
import { readCanceledSignup, readUndecided } from '../read/canceled-signups.query.ts'
import { type DetailedSignup, readSignup } from '../read/signups.view.ts'
import { explainRejections } from './explain-rejections.ts'
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
  const answerSignup = async (current: Edition, id: string): Promise<Answer<CheckInAnswer>> => {
    const { signup, version } = (await readSignup(current, id, category)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 200, body: { signup }, version }
  }
  return commandRoute(
    platform,
    endpoint,
    async ({ params: { id }, body: { checkedIn, at } }, context) => {
      const request = { id, category, checkedIn, at }
      return explainRejections(platform, { id }, async () => {
        const signup = await readSignup(context.current, id, category)
        const checkInResult = signup && (await checkInSignup(request, signup, context).catch(nullIfCanceled(request)))
        if (!checkInResult) return checkInCanceled(platform, request, context)
        const { body, ...answer } = await answerSignup(context.current, id)
        return { ...answer, body: { ...body, ...checkInResult } }
      })
    },
    { answerIfStale: ({ params }, { current }) => answerSignup(current, params.id) },
  )
}

/**
 * Returns null where the sign-up was canceled after it was read; the caller then looks among canceled sign-ups. A request
 * without a time fails, because nothing shows that the check-in came before the cancellation.
 */
const nullIfCanceled =
  ({ at }: CheckInRequest) =>
  (error: unknown) => {
    if (at !== undefined && error instanceof DomainError && error.code === 'SIGNUP_NOT_FOUND') return null
    throw error
  }

/** Checks the person in, or undoes that. Returns who checked the person in before, if someone did. */
async function checkInSignup(
  request: CheckInRequest,
  { signup, signedUpAt: notBefore }: DetailedSignup,
  context: CommandRequest,
): Promise<Pick<CheckInAnswer, 'already'>> {
  const { current, expectedVersion } = context
  const { outcome } = await checkIn(request, { slotId: signup.slot_id, notBefore, expectedVersion }, context)
  const wasCheckedIn = outcome === 'unchanged' && request.checkedIn
  const earlier = wasCheckedIn ? await readSignup(current, request.id) : null
  const at = earlier?.signup.checked_at ?? null
  return earlier && at !== null ? { already: { by: earlier.checkedInBy, at } } : {}
}

/** Records the check-in of a canceled sign-up, if it happened before the cancellation. */
async function checkInCanceled(
  platform: Platform,
  request: CheckInRequest,
  context: CommandRequest,
): Promise<Answer<CheckInAnswer>> {
  const canceled = request.at === undefined ? null : await readCanceledSignup(platform, request.id)
  if (canceled?.signup.category !== request.category) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const { signup, signedUpAt: notBefore, canceledAt } = canceled
  const { state } = await checkIn(request, { slotId: signup.slot_id, notBefore, canceledAt }, context)
  return { status: 200, body: { signup: { ...signup, ...describeCheckIn(state), removed: true } } }
}

const describeCheckIn = (state: SignupState) =>
  state.status === 'canceled' && state.removedArrival.status === 'undecided'
    ? { checked_in: true, checked_at: state.removedArrival.at }
    : {}

interface CheckInFacts {
  readonly slotId: string
  readonly notBefore: Date
  readonly canceledAt?: Date
  readonly expectedVersion?: number | undefined
}

async function checkIn(
  { id, category, checkedIn, at }: CheckInRequest,
  { slotId, notBefore, canceledAt, expectedVersion }: CheckInFacts,
  { commandContext: { now }, send, current }: CommandRequest,
) {
  const reported = reportedTime(at, { now, notBefore })
  const { dinner } = await readDinner(current)
  const data = { checkedIn, slotId, category, ...reported, dinner, ...(canceledAt && { canceledAt }) }
  const options = { expectedVersion, context: { happenedAt: reported.at } }
  return send(checkInDecider, signupStream(id), { type: 'CheckIn', data }, options)
}

export function decideArrivalRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    arrivalApi.decideArrival,
    async ({ params: { signup_id: id }, body: { decision } }, { send }) => {
      const isUndecided = (await readUndecided(platform)).some(({ signup_id }) => signup_id === id)
      const canceled = isUndecided && decision === 'restore' ? await readCanceledSignup(platform, id) : null
      const placeToTake = canceled && { entry: canceled.entry, slotId: canceled.signup.slot_id }
      // The place comes first: if the request is interrupted after it, staff can still decide.
      if (placeToTake) await takePlace(send, placeToTake)
      await send(decideArrivalDecider, signupStream(id), { type: 'DecideArrival', data: { decision } })
      // An automation that reacts to the cancellation late may have freed the place before the decision was stored.
      if (placeToTake) await takePlace(send, placeToTake)
      return { status: 200, body: { arrivals: await readUndecided(platform) } }
    },
  )
}
