import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { checkInDecider, type SignupState, signupStream } from '@ultimate/events/dinner/signup.ts'
import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { type CheckInAnswer, type Signup, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { reportedTime } from '@ultimate/events/language/reported-time.ts'
import { type CommandRequest, commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Answer, Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readDinner } from '../read/board/board.query.ts'
import { readCanceledSignup } from '../read/canceled-signups.query.ts'
import { readSignup } from '../read/signups.view.ts'
import { explainRejections } from './explain-rejections.ts'

export const checkInRoutes = (platform: Platform): Route[] => [checkInDishRoute(platform), checkInServerRoute(platform)]

const checkInDishRoute = (platform: Platform): Route =>
  checkInRoute(platform, { endpoint: signupApi.checkInDish, category: 'dishes' })

const checkInServerRoute = (platform: Platform): Route =>
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
  return commandRoute(
    platform,
    endpoint,
    ({ params: { id }, body: { checkedIn, at } }, context) => {
      const request = { id, category, checkedIn, at }
      // A rejection names who changed the sign-up or the dish before, and when.
      return explainRejections(platform, { id }, () => checkInSignup(platform, request, context))
    },
    // If the device saw an older version, the error `STALE` carries the sign-up as it is now.
    { answerIfStale: ({ params: { id } }, { current }) => answerSignup(current, { id, category }) },
  )
}

/** Checks the person in, or undoes that; also if the sign-up was canceled while the device of staff was offline. */
async function checkInSignup(
  platform: Platform,
  request: CheckInRequest,
  context: CommandRequest,
): Promise<Answer<CheckInAnswer>> {
  const result = await checkInActive(request, context)
  if (result.status === 'not-active') return checkInCanceled(platform, request, context)
  return answerSignup(context.current, request, result)
}

async function answerSignup(
  current: Edition,
  { id, category }: Pick<CheckInRequest, 'id' | 'category'>,
  { already }: Pick<CheckInAnswer, 'already'> = {},
): Promise<Answer<CheckInAnswer>> {
  const { signup, version } = (await readSignup(current, id, category)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  return { status: 200, body: { signup, ...(already && { already }) }, version }
}

type CheckInResult =
  /** `already`: who had checked the person in, and when. Set only if this check-in changed nothing because of that. */
  | { readonly status: 'done'; readonly already: CheckInAnswer['already'] }
  /** The sign-up is unknown, or was canceled, perhaps just after its row was read. */
  | { readonly status: 'not-active' }

/** Checks in the person of an active sign-up, or undoes that. */
async function checkInActive(request: CheckInRequest, context: CommandRequest): Promise<CheckInResult> {
  const { current, expectedVersion } = context
  const found = await readSignup(current, request.id, request.category)
  if (!found) return { status: 'not-active' }
  const { signup, signedUpAt } = found
  try {
    const { outcome } = await sendCheckIn(request, { slotId: signup.slot_id, signedUpAt, expectedVersion }, context)
    // Nothing has changed, because the person was checked in already.
    const isRepeated = outcome === 'unchanged' && request.checkedIn
    return { status: 'done', already: isRepeated ? await readEarlierCheckIn(current, request.id) : undefined }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'SIGNUP_NOT_FOUND') return { status: 'not-active' }
    throw error
  }
}

/** Returns who checked the person in, and when; undefined if that has been undone since. */
async function readEarlierCheckIn(current: Edition, id: string): Promise<CheckInAnswer['already']> {
  const earlier = await readSignup(current, id)
  const at = earlier?.signup.checked_at ?? null
  return earlier && at !== null ? { by: earlier.checkedInBy, at } : undefined
}

/**
 * Records the check-in of a person whose sign-up was canceled, or undoes that check-in. A check-in after the cancellation
 * is rejected with SIGNUP_NOT_FOUND, for which `checkInDecider` compares the times. A request without a time comes from a
 * device that is online, so it is after the cancellation.
 */
async function checkInCanceled(
  platform: Platform,
  request: CheckInRequest,
  context: CommandRequest,
): Promise<Answer<CheckInAnswer>> {
  const canceled = request.at === undefined ? null : await readCanceledSignup(platform, request.id)
  if (canceled?.signup.category !== request.category) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const { signup, signedUpAt, canceledAt } = canceled
  // Without the expected version, because the cancellation has raised the version that the device saw.
  const { state } = await sendCheckIn(request, { slotId: signup.slot_id, signedUpAt, canceledAt }, context)
  return { status: 200, body: { signup: { ...signup, ...pickUndecidedCheckIn(state), removed: true } } }
}

/** Returns no fields if staff have decided about the check-in already, or this request undid it. */
const pickUndecidedCheckIn = (state: SignupState): Partial<Pick<Signup, 'checked_in' | 'checked_at'>> =>
  state.status === 'canceled' && state.removedArrival.status === 'undecided'
    ? { checked_in: true, checked_at: state.removedArrival.at }
    : {}

interface CheckInFacts {
  readonly slotId: string
  readonly signedUpAt: Date
  readonly canceledAt?: Date
  readonly expectedVersion?: number | undefined
}

async function sendCheckIn(
  { id, category, checkedIn, at }: CheckInRequest,
  { slotId, signedUpAt, canceledAt, expectedVersion }: CheckInFacts,
  { commandContext: { now }, send, current }: CommandRequest,
) {
  const reported = reportedTime(at, { now, notBefore: signedUpAt })
  // A check-in cannot be undone once the dish has left Holding in this dinner.
  const { dinner } = await readDinner(current)
  const data = { checkedIn, slotId, category, ...reported, dinner, ...(canceledAt && { canceledAt }) }
  // The metadata gets the time as well, because the data of `CheckInUndone` has none.
  const options = { expectedVersion, context: { happenedAt: reported.at } }
  return send(checkInDecider, signupStream(id), { type: 'CheckIn', data }, options)
}
