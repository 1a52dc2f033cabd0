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
import { emailed, stateAfter, step, type UndoContext, type UndoPlan } from '../../platform/undo.ts'
import { entryIn } from '../read/arrivals.query.ts'
import { readBoard } from '../read/board/board.query.ts'
import { heldPlace } from '../read/check-ins.view.ts'

type PlanContext = UndoContext<Platform>

export const gone = 'This sign-up is not there any more.'
export const forgotten = 'The person who signed up has been forgotten.'
export const owner = 'the person who signed up'
const mailed = 'The person who signed up gets an email that says so.'
export const heardOtherwise = 'If the person who signed up was emailed, another email corrects it.'
const heard = 'If the person who signed up was emailed, another email says that it is back.'

export async function readSession({ platform, reads }: PlanContext): Promise<DinnerSession> {
  const facts = await reads.stream(dinner.dinnerStream(platform.current.edition))
  return stateAfter<DinnerSession, never>(dinner, facts)
}

/** The check-in is repeated, as it came in. */
export async function reopened(
  { metadata: { stream } }: RecordedEvent,
  { before, now }: PlanContext,
): Promise<UndoPlan | string> {
  const came = (before as readonly RecordedEvent<SignupEvent>[]).findLast(
    ({ type }) => type === 'RemovedSignupCheckedIn',
  )
  if (came?.type !== 'RemovedSignupCheckedIn') return gone
  const command: ReopenArrival = { type: 'ReopenArrival', data: came.data, metadata: { now } }
  return { steps: [step(reopenArrivalDecider, { stream, command })] }
}

type ReportedCheckIn = Pick<CheckIn['data'], 'checkedIn' | 'slotId' | 'category' | 'at'>

export async function checkedIn(stream: string, reported: ReportedCheckIn, asked: PlanContext): Promise<UndoPlan> {
  const { checkedIn: isIn, slotId, category, at } = reported
  const { dinner: number } = await readSession(asked)
  const command: CheckIn = {
    type: 'CheckIn',
    data: { checkedIn: isIn, slotId, category, at, dinner: number },
    metadata: { now: asked.now },
  }
  return { steps: [step(checkInDecider, { stream, command })] }
}

/** The places that dishes hold now, as rows name them; one whose place another dish has would be refused there. */
export async function placesTaken({
  platform,
  reads,
}: Pick<PlanContext, 'platform' | 'reads'>): Promise<Set<string | null>> {
  const { dishes } = await reads.once(readBoard, platform.current)
  return new Set(dishes.map(({ state }) => heldPlace(state)).filter((place) => place !== null))
}

/** The dish goes back to its place of before, where that is free. */
export async function movedBack(
  { data, metadata: { stream } }: DishMoved,
  asked: PlanContext,
): Promise<UndoPlan | string> {
  const state = stateAfter<signup.SignupState, SignupEvent>(signup, asked.before)
  if (state.status !== 'checked-in') return gone
  const dish = dishIn(data.dinner, state.dish)
  const [taken, session] = await Promise.all([placesTaken(asked), readSession(asked)])
  if (taken.has(heldPlace(dish))) return dinnerErrors.registry.SLOT_OCCUPIED.message
  const move = { to: dish.place, at: null, session }
  const command: MoveDish = { type: 'MoveDish', data: move, metadata: { now: asked.now } }
  return { steps: [step(moveDishDecider, { stream, command })] }
}
type DishMoved = RecordedEvent<Extract<SignupEvent, { type: 'DishMoved' }>>

export async function emptied(stream: string, isEmpty: boolean, asked: PlanContext): Promise<UndoPlan | string> {
  const state = stateAfter<signup.SignupState, SignupEvent>(signup, await asked.reads.stream(stream))
  if (state.status === 'canceled') return gone
  const place = heldPlace({ ...state.dish, emptiedAt: null })
  if (!isEmpty && (await placesTaken(asked)).has(place)) return dinnerErrors.registry.SLOT_OCCUPIED.message
  const data = { emptied: isEmpty, at: null, session: await readSession(asked) }
  const command: EmptyDish = { type: 'EmptyDish', data, metadata: { now: asked.now } }
  return { steps: [step(emptyDishDecider, { stream, command })] }
}

/** Plans the removal of a sign-up from an event of its slot. */
export const leave = (
  { data: { signupId }, metadata: { stream } }: { data: { signupId: string }; metadata: { stream: string } },
  asked: PlanContext,
) => leaving(signupId, slot.slotIdOf(stream), asked)

export async function leaving(signupId: string, slotId: string, asked: PlanContext): Promise<UndoPlan | string> {
  const facts = await asked.reads.stream(slot.slotStream(slotId))
  const state = stateAfter<SlotState, SlotEvent>(slot, facts)
  if (state.status !== 'open' || !state.signups.some(({ id }) => id === signupId)) return gone
  const walkedIn = entryIn(facts, signupId)?.type === 'WalkedIn'
  const metadata = { now: asked.now }
  const stream = signup.signupStream(signupId)
  const dinner = walkedIn ? (await readSession(asked)).dinner : undefined
  const data = { slotId, reason: 'removed-by-staff', dinner } as const
  const cancel: CancelSignup = { type: 'CancelSignup', data, metadata }
  const free = { type: 'FreePlace', data: { signupId }, metadata } as const
  return {
    steps: [
      step(cancelSignupDecider, { stream, command: cancel }),
      step(freePlaceDecider, { stream: slot.slotStream(slotId), command: free }),
    ],
    also: walkedIn ? [] : [emailed(asked.platform.configuration, mailed, owner)],
  }
}

/** Plans the return of a removed sign-up to its slot. */
export async function restoring(
  { data: { slotId }, metadata: { stream } }: { data: { slotId: string }; metadata: { stream: string } },
  { platform, before, now, reads }: PlanContext,
): Promise<UndoPlan | string> {
  const ofSlot = slot.slotStream(slotId)
  const made = entryIn(await reads.stream(ofSlot), signup.signupIdOf(stream))
  if (!made) return gone
  const { person } = made.data
  if ('email' in person && person.email === '') return forgotten
  const was = stateAfter<SignupState, SignupEvent>(signup, before)
  const arrival = findArrival(before as readonly RecordedEvent<SignupEvent>[], was, was)
  const restore: RestoreSignup = {
    type: 'RestoreSignup',
    data: { slotId, ...(arrival && { arrival }) },
    metadata: { now },
  }
  const take: TakePlace = { type: 'TakePlace', data: { made }, metadata: { now } }
  return {
    steps: [
      // The sign-up comes first, so that an automation that is late sees that there is no place to be freed any more.
      step(restoreSignupDecider, { stream, command: restore }),
      step(takePlaceDecider, { stream: ofSlot, command: take }),
    ],
    also: made.type === 'WalkedIn' ? [] : [emailed(platform.configuration, heard, owner)],
  }
}

export type Arrival = NonNullable<RestoreSignup['data']['arrival']>

/** Returns the time of a check-in and the place of the dish, even if the check-in came in after the removal. */
export function findArrival(
  facts: readonly RecordedEvent<SignupEvent>[],
  was: SignupState,
  is: SignupState,
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
