import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import {
  advanceToDinner,
  type CheckIn,
  checkInDecider,
  type EmptyDish,
  emptyDishDecider,
  type MoveDish,
  moveDishDecider,
  type ReopenArrival,
  reopenArrivalDecider,
} from '@ultimate/events/dinner/signup.ts'
import { buildStep, type ReasonAgainst, type UndoPlan } from '../../platform/undo.ts'
import { readBoard } from '../read/board/board.query.ts'
import { findHeldPlace, nameHeldPlace } from '../read/check-ins.view.ts'
import { goneReason, type PlanContext, type Recorded, readSession, signupAfter } from './plan-context.ts'

/** Plans to undo a check-in; also one of a canceled sign-up, on which staff have to decide. */
export const planUndoCheckIn = (
  { data, metadata: { stream } }: Recorded<'CheckedIn' | 'RemovedSignupCheckedIn'>,
  context: PlanContext,
): Promise<UndoPlan> => planCheckIn(stream, { ...data, checkedIn: false, at: null }, context)

/** Plans to check in again, at the time of the check-in that was undone. */
export async function planCheckInAgain(
  { metadata: { stream } }: Recorded<'CheckInUndone'>,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const lastCheckIn = (context.earlierEvents as readonly RecordedEvent<SignupEvent>[]).findLast(
    ({ type }) => type === 'CheckedIn' || type === 'RemovedSignupCheckedIn',
  )
  // `RemovedSignupCheckedIn` is a check-in of a sign-up that was canceled before.
  if (lastCheckIn?.type !== 'CheckedIn') return 'The removal of this sign-up was known by then.'
  const { data } = lastCheckIn
  return planCheckIn(stream, { ...data, checkedIn: true, at: new Date(data.at) }, context)
}

type ReportedCheckIn = Pick<CheckIn['data'], 'checkedIn' | 'slotId' | 'category' | 'at'>

/** Plans to check in a sign-up, or to undo its check-in. `at: null` means now. */
async function planCheckIn(stream: string, reported: ReportedCheckIn, context: PlanContext): Promise<UndoPlan> {
  const { checkedIn, slotId, category, at } = reported
  // A check-in cannot be undone once the dish has left Holding in this dinner.
  const { dinner: dinnerNumber } = await readSession(context)
  const command: CheckIn = {
    type: 'CheckIn',
    data: { checkedIn, slotId, category, at, dinner: dinnerNumber },
    metadata: { now: context.now },
  }
  return { steps: [buildStep(checkInDecider, { stream, command })] }
}

/** Plans to let staff decide again about the check-in of a canceled sign-up, which is recorded again with its first data. */
export async function planReopenArrival(
  { metadata: { stream } }: RecordedEvent,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const checkIn = (earlierEvents as readonly RecordedEvent<SignupEvent>[]).findLast(
    ({ type }) => type === 'RemovedSignupCheckedIn',
  )
  if (checkIn?.type !== 'RemovedSignupCheckedIn') return goneReason
  const command: ReopenArrival = { type: 'ReopenArrival', data: checkIn.data, metadata: { now } }
  return { steps: [buildStep(reopenArrivalDecider, { stream, command })] }
}

/** Reads the `held_place` of all dishes, such as `1/buffet/3`, because a dish cannot return to a taken place. */
export async function readTakenPlaces({
  platform,
  reads,
}: Pick<PlanContext, 'platform' | 'reads'>): Promise<Set<string | null>> {
  const { dishes } = await reads.once(readBoard, platform.current)
  return new Set(dishes.map(({ state }) => findHeldPlace(state)).filter((place) => place !== null))
}

/** Plans to move a dish back to its earlier place, if that is free. A place of an earlier dinner does not count. */
export async function planMoveDish(
  { data: { dinner: dinnerNumber }, metadata: { stream } }: Recorded<'DishMoved'>,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const signupBefore = signupAfter(context.earlierEvents)
  if (signupBefore.status !== 'checked-in') return goneReason
  const dishBefore = advanceToDinner(dinnerNumber, signupBefore.dish)
  const [takenPlaces, session] = await Promise.all([readTakenPlaces(context), readSession(context)])
  if (takenPlaces.has(findHeldPlace(dishBefore))) return dinnerErrors.registry.SLOT_OCCUPIED.message
  const data = { to: dishBefore.place, at: null, session }
  const command: MoveDish = { type: 'MoveDish', data, metadata: { now: context.now } }
  return { steps: [buildStep(moveDishDecider, { stream, command })] }
}

/** Plans to put a dish that was done back to its place, if that is free. */
export async function planPutBackDish(
  { metadata: { stream } }: RecordedEvent,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const signup = signupAfter(await context.reads.stream(stream))
  if (signup.status === 'canceled') return goneReason
  const placeOfFullTray = nameHeldPlace(signup.dish)
  if ((await readTakenPlaces(context)).has(placeOfFullTray)) return dinnerErrors.registry.SLOT_OCCUPIED.message
  return planEmptyDish(stream, { emptied: false }, context)
}

export async function planEmptyDishAgain(
  { metadata: { stream } }: RecordedEvent,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const signup = signupAfter(await context.reads.stream(stream))
  return signup.status === 'canceled' ? goneReason : planEmptyDish(stream, { emptied: true }, context)
}

/** `emptied: false` puts the dish back. */
async function planEmptyDish(
  stream: string,
  { emptied }: { readonly emptied: boolean },
  context: PlanContext,
): Promise<UndoPlan> {
  const data = { emptied, at: null, session: await readSession(context) }
  const command: EmptyDish = { type: 'EmptyDish', data, metadata: { now: context.now } }
  return { steps: [buildStep(emptyDishDecider, { stream, command })] }
}
