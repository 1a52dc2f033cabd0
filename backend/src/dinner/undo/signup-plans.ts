import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import {
  type CancelSignup,
  cancelSignupDecider,
  type RestoreSignup,
  restoreSignupDecider,
} from '@ultimate/events/dinner/cancel-signup.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import * as dinner from '@ultimate/events/dinner/session.ts'
import * as signup from '@ultimate/events/dinner/signup.ts'
import {
  type CheckIn,
  checkInDecider,
  dishIn,
  type EmptyDish,
  emptyDishDecider,
  type MoveDish,
  moveDishDecider,
  type ReopenArrival,
  reopenArrivalDecider,
  type SignupState,
  unmoved,
} from '@ultimate/events/dinner/signup.ts'
import type { SlotState } from '@ultimate/events/dinner/slot.ts'
import * as slot from '@ultimate/events/dinner/slot.ts'
import { freePlaceDecider, type TakePlace, takePlaceDecider } from '@ultimate/events/dinner/slot.ts'
import type { Platform } from '../../platform/module.ts'
import { emailed, type ReasonAgainst, stateAfter, step, type UndoContext, type UndoPlan } from '../../platform/undo.ts'
import { findEntry } from '../read/arrivals.query.ts'
import { readBoard } from '../read/board/board.query.ts'
import { heldPlace } from '../read/check-ins.view.ts'

type PlanContext = UndoContext<Platform>

export const goneReason = 'This sign-up is not there any more.'
export const forgottenReason = 'The person who signed up has been forgotten.'
export const ownerWords = 'the person who signed up'
const removalMailWords = 'The person who signed up gets an email that says so.'
export const correctionMailWords = 'If the person who signed up was emailed, another email corrects it.'
const returnMailWords = 'If the person who signed up was emailed, another email says that it is back.'

export async function readSession({ platform, reads }: PlanContext): Promise<DinnerSession> {
  const facts = await reads.stream(dinner.dinnerStream(platform.current.edition))
  return stateAfter<DinnerSession, never>(dinner, facts)
}

/** Plans that staff decide on a dismissed arrival again: the check-in is repeated as the server received it. */
export async function planReopening(
  { metadata: { stream } }: RecordedEvent,
  { before, now }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const came = (before as readonly RecordedEvent<SignupEvent>[]).findLast(
    ({ type }) => type === 'RemovedSignupCheckedIn',
  )
  if (came?.type !== 'RemovedSignupCheckedIn') return goneReason
  const command: ReopenArrival = { type: 'ReopenArrival', data: came.data, metadata: { now } }
  return { steps: [step(reopenArrivalDecider, { stream, command })] }
}

type ReportedCheckIn = Pick<CheckIn['data'], 'checkedIn' | 'slotId' | 'category' | 'at'>

export async function planCheckIn(stream: string, reported: ReportedCheckIn, context: PlanContext): Promise<UndoPlan> {
  const { checkedIn: isIn, slotId, category, at } = reported
  const { dinner: number } = await readSession(context)
  const command: CheckIn = {
    type: 'CheckIn',
    data: { checkedIn: isIn, slotId, category, at, dinner: number },
    metadata: { now: context.now },
  }
  return { steps: [step(checkInDecider, { stream, command })] }
}

/** Reads the places that dishes hold now, as rows name them, because a dish cannot return to a taken place. */
export async function readTakenPlaces({
  platform,
  reads,
}: Pick<PlanContext, 'platform' | 'reads'>): Promise<Set<string | null>> {
  const { dishes } = await reads.once(readBoard, platform.current)
  return new Set(dishes.map(({ state }) => heldPlace(state)).filter((place) => place !== null))
}

/** Plans to move a dish back to its earlier place, if that is free. */
export async function planMoveBack(
  { data, metadata: { stream } }: DishMoved,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const state = stateAfter<signup.SignupState, SignupEvent>(signup, context.before)
  if (state.status !== 'checked-in') return goneReason
  const dish = dishIn(data.dinner, state.dish)
  const [taken, session] = await Promise.all([readTakenPlaces(context), readSession(context)])
  if (taken.has(heldPlace(dish))) return dinnerErrors.registry.SLOT_OCCUPIED.message
  const move = { to: dish.place, at: null, session }
  const command: MoveDish = { type: 'MoveDish', data: move, metadata: { now: context.now } }
  return { steps: [step(moveDishDecider, { stream, command })] }
}
type DishMoved = RecordedEvent<Extract<SignupEvent, { type: 'DishMoved' }>>

export async function planEmptying(
  stream: string,
  isEmpty: boolean,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const state = stateAfter<signup.SignupState, SignupEvent>(signup, await context.reads.stream(stream))
  if (state.status === 'canceled') return goneReason
  const place = heldPlace({ ...state.dish, emptiedAt: null })
  if (!isEmpty && (await readTakenPlaces(context)).has(place)) return dinnerErrors.registry.SLOT_OCCUPIED.message
  const data = { emptied: isEmpty, at: null, session: await readSession(context) }
  const command: EmptyDish = { type: 'EmptyDish', data, metadata: { now: context.now } }
  return { steps: [step(emptyDishDecider, { stream, command })] }
}

/** Plans the cancellation of the sign-up that an event of its slot is about. */
export const planCancellationOf = (
  { data: { signupId }, metadata: { stream } }: { data: { signupId: string }; metadata: { stream: string } },
  context: PlanContext,
) => planCancellation(signupId, slot.slotIdOf(stream), context)

export async function planCancellation(
  signupId: string,
  slotId: string,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const facts = await context.reads.stream(slot.slotStream(slotId))
  const state = stateAfter<SlotState, SlotEvent>(slot, facts)
  if (state.status !== 'open' || !state.signups.some(({ id }) => id === signupId)) return goneReason
  const walkedIn = findEntry(facts, signupId)?.type === 'WalkedIn'
  const metadata = { now: context.now }
  const stream = signup.signupStream(signupId)
  const dinner = walkedIn ? (await readSession(context)).dinner : undefined
  const data = { slotId, reason: 'removed-by-staff', dinner } as const
  const cancel: CancelSignup = { type: 'CancelSignup', data, metadata }
  const free = { type: 'FreePlace', data: { signupId }, metadata } as const
  return {
    steps: [
      step(cancelSignupDecider, { stream, command: cancel }),
      step(freePlaceDecider, { stream: slot.slotStream(slotId), command: free }),
    ],
    also: walkedIn ? [] : [emailed(context.platform.configuration, removalMailWords, ownerWords)],
  }
}

/** Plans the return of a canceled sign-up to its slot. */
export async function planRestoring(
  { data: { slotId }, metadata: { stream } }: { data: { slotId: string }; metadata: { stream: string } },
  { platform, before, now, reads }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const ofSlot = slot.slotStream(slotId)
  const made = findEntry(await reads.stream(ofSlot), signup.signupIdOf(stream))
  if (!made) return goneReason
  const { person } = made.data
  if ('email' in person && person.email === '') return forgottenReason
  const was = stateAfter<SignupState, SignupEvent>(signup, before)
  const arrival = findArrival(before as readonly RecordedEvent<SignupEvent>[], was)
  const restore: RestoreSignup = {
    type: 'RestoreSignup',
    data: { slotId, ...(arrival && { arrival }) },
    metadata: { now },
  }
  const take: TakePlace = { type: 'TakePlace', data: { made }, metadata: { now } }
  return {
    steps: [
      // The sign-up comes first, so that a late automation sees that there is no place to be freed any more.
      step(restoreSignupDecider, { stream, command: restore }),
      step(takePlaceDecider, { stream: ofSlot, command: take }),
    ],
    also: made.type === 'WalkedIn' ? [] : [emailed(platform.configuration, returnMailWords, ownerWords)],
  }
}

export type Arrival = NonNullable<RestoreSignup['data']['arrival']>

/**
 * Returns the time of a check-in and the place of the dish, even if the server received the check-in after the
 * cancellation. `was` is the state before the cancellation, and `is` the state now; before it, both are the same.
 */
export function findArrival(
  facts: readonly RecordedEvent<SignupEvent>[],
  was: SignupState,
  is: SignupState = was,
): Arrival | undefined {
  const reports = facts.flatMap(({ type, data }) => {
    if (type === 'CheckedIn' || type === 'RemovedSignupCheckedIn') return data
    return (type === 'SignupReinstated' && data.arrival) || []
  })
  const last = reports.at(-1)
  if (!last) return undefined
  const reported = { category: last.category, ...(last.timeTrusted === false && { timeTrusted: last.timeTrusted }) }
  if (was.status === 'checked-in') return { ...reported, at: was.at, standing: was.dish }
  if (is.status !== 'canceled' || is.arrival.status !== 'undecided') return undefined
  return { ...reported, at: is.arrival.at, standing: unmoved }
}
