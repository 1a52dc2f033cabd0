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
  advanceToDinner,
  type CheckIn,
  checkInDecider,
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
  const events = await reads.stream(dinner.dinnerStream(platform.current.edition))
  return stateAfter<DinnerSession, never>(dinner, events)
}

/** Plans that staff decide on a dismissed arrival again: the check-in is repeated as the server received it. */
export async function planReopening(
  { metadata: { stream } }: RecordedEvent,
  { before, now }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const checkIn = (before as readonly RecordedEvent<SignupEvent>[]).findLast(
    ({ type }) => type === 'RemovedSignupCheckedIn',
  )
  if (checkIn?.type !== 'RemovedSignupCheckedIn') return goneReason
  const command: ReopenArrival = { type: 'ReopenArrival', data: checkIn.data, metadata: { now } }
  return { steps: [step(reopenArrivalDecider, { stream, command })] }
}

type ReportedCheckIn = Pick<CheckIn['data'], 'checkedIn' | 'slotId' | 'category' | 'at'>

export async function planCheckIn(stream: string, reported: ReportedCheckIn, context: PlanContext): Promise<UndoPlan> {
  const { checkedIn, slotId, category, at } = reported
  const { dinner: dinnerNumber } = await readSession(context)
  const command: CheckIn = {
    type: 'CheckIn',
    data: { checkedIn, slotId, category, at, dinner: dinnerNumber },
    metadata: { now: context.now },
  }
  return { steps: [step(checkInDecider, { stream, command })] }
}

/** Reads the `held_place` of all dishes, because a dish cannot return to a taken place. */
export async function readTakenPlaces({
  platform,
  reads,
}: Pick<PlanContext, 'platform' | 'reads'>): Promise<Set<string | null>> {
  const { dishes } = await reads.once(readBoard, platform.current)
  return new Set(dishes.map(({ state }) => heldPlace(state)).filter((place) => place !== null))
}

/** Plans to move a dish back to its earlier place, if that is free. */
export async function planMoveBack(
  { data: { dinner: dinnerNumber }, metadata: { stream } }: DishMoved,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const state = stateAfter<signup.SignupState, SignupEvent>(signup, context.before)
  if (state.status !== 'checked-in') return goneReason
  const dish = advanceToDinner(dinnerNumber, state.dish)
  const [takenPlaces, session] = await Promise.all([readTakenPlaces(context), readSession(context)])
  if (takenPlaces.has(heldPlace(dish))) return dinnerErrors.registry.SLOT_OCCUPIED.message
  const data = { to: dish.place, at: null, session }
  const command: MoveDish = { type: 'MoveDish', data, metadata: { now: context.now } }
  return { steps: [step(moveDishDecider, { stream, command })] }
}
type DishMoved = RecordedEvent<Extract<SignupEvent, { type: 'DishMoved' }>>

/** Plans to mark a dish as done, or to undo that. */
export async function planEmptying(
  stream: string,
  { emptied }: { readonly emptied: boolean },
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const state = stateAfter<signup.SignupState, SignupEvent>(signup, await context.reads.stream(stream))
  if (state.status === 'canceled') return goneReason
  const place = heldPlace({ ...state.dish, emptiedAt: null })
  if (!emptied && (await readTakenPlaces(context)).has(place)) return dinnerErrors.registry.SLOT_OCCUPIED.message
  const data = { emptied, at: null, session: await readSession(context) }
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
  const events = await context.reads.stream(slot.slotStream(slotId))
  const state = stateAfter<SlotState, SlotEvent>(slot, events)
  if (state.status !== 'open' || !state.signups.some(({ id }) => id === signupId)) return goneReason
  const isWalkIn = findEntry(events, signupId)?.type === 'WalkedIn'
  const metadata = { now: context.now }
  const stream = signup.signupStream(signupId)
  const dinnerNumber = isWalkIn ? (await readSession(context)).dinner : undefined
  const data = { slotId, reason: 'removed-by-staff', dinner: dinnerNumber } as const
  const cancel: CancelSignup = { type: 'CancelSignup', data, metadata }
  const free = { type: 'FreePlace', data: { signupId }, metadata } as const
  return {
    steps: [
      step(cancelSignupDecider, { stream, command: cancel }),
      step(freePlaceDecider, { stream: slot.slotStream(slotId), command: free }),
    ],
    also: isWalkIn ? [] : [emailed(context.platform.configuration, removalMailWords, ownerWords)],
  }
}

/** Plans the return of a canceled sign-up to its slot. */
export async function planRestoring(
  { data: { slotId }, metadata: { stream } }: { data: { slotId: string }; metadata: { stream: string } },
  { platform, before, now, reads }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const slotStream = slot.slotStream(slotId)
  const entry = findEntry(await reads.stream(slotStream), signup.signupIdOf(stream))
  if (!entry) return goneReason
  const { person } = entry.data
  if ('email' in person && person.email === '') return forgottenReason
  const was = stateAfter<SignupState, SignupEvent>(signup, before)
  const checkIn = findCheckIn(before as readonly RecordedEvent<SignupEvent>[], was)
  const restore: RestoreSignup = {
    type: 'RestoreSignup',
    data: { slotId, ...(checkIn && { arrival: checkIn }) },
    metadata: { now },
  }
  const take: TakePlace = { type: 'TakePlace', data: { entry }, metadata: { now } }
  return {
    steps: [
      // The sign-up is restored first, so that an automation that reacts late to the cancellation frees no place.
      step(restoreSignupDecider, { stream, command: restore }),
      step(takePlaceDecider, { stream: slotStream, command: take }),
    ],
    also: entry.type === 'WalkedIn' ? [] : [emailed(platform.configuration, returnMailWords, ownerWords)],
  }
}

/** The check-in with which a sign-up is restored. */
export type RestoredCheckIn = NonNullable<RestoreSignup['data']['arrival']>

/**
 * Returns the check-in of a canceled sign-up, with the state of its dish; undefined if it had none. A check-in that the
 * server received after the cancellation counts too. `was` is the state before the cancellation, `is` the state now, where
 * that may differ.
 */
export function findCheckIn(
  events: readonly RecordedEvent<SignupEvent>[],
  was: SignupState,
  is: SignupState = was,
): RestoredCheckIn | undefined {
  const checkIns = events.flatMap(({ type, data }) => {
    if (type === 'CheckedIn' || type === 'RemovedSignupCheckedIn') return data
    return (type === 'SignupReinstated' && data.arrival) || []
  })
  const last = checkIns.at(-1)
  if (!last) return undefined
  const { category, timeTrusted } = last
  const common = { category, ...(timeTrusted === false && { timeTrusted }) }
  if (was.status === 'checked-in') return { ...common, at: was.at, standing: was.dish }
  if (is.status !== 'canceled' || is.removedArrival.status !== 'undecided') return undefined
  return { ...common, at: is.removedArrival.at, standing: unmoved }
}
