import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { restoreSignupDecider } from '@ultimate/events/dinner/cancel-signup.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import { type DishState, evolveDish, signupStream } from '@ultimate/events/dinner/signup.ts'
import {
  changeSlotDecider,
  deleteSlotDecider,
  nameOfSlot,
  restoreSlotDecider,
  type SlotState,
  slotIdOf,
  takePlaceDecider,
  toFields,
} from '@ultimate/events/dinner/slot.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import type { Reads } from '../../platform/shared-reads.ts'
import { buildStep, type ReasonAgainst, type UndoPlan, type UndoStep } from '../../platform/undo.ts'
import { findHeldPlace } from '../read/check-ins.view.ts'
import { findCorrectedEntry } from '../read/signup-entry.ts'
import type { SlotDeleted } from '../write/signup-commands.ts'
import { readTakenPlaces } from './dish-plans.ts'
import { describeSlotMail, isForgotten, type PlanContext, signupAfter, slotAfter } from './plan-context.ts'
import { findCheckIn, type RestoredCheckIn } from './signup-plans.ts'

export async function planDeleteSlot({ metadata: { stream } }: RecordedEvent, context: PlanContext): Promise<UndoPlan> {
  const { reads, now } = context
  const state = slotAfter(await reads.stream(stream))
  const signups = state.status === 'open' ? state.signups.length : 0
  const command = { type: 'DeleteSlot', data: {}, metadata: { now } } as const
  return {
    steps: [buildStep(deleteSlotDecider, { stream, command })],
    consequences: [
      ...(signups > 0 ? [`${count(signups, 'sign-up goes', 'sign-ups go')} with the slot.`] : []),
      ...(isAnyMailed(state) ? [describeSlotMail(context, 'Those who signed up get an email that says so.')] : []),
    ],
  }
}

/** Plans to give a slot the fields that it had before the event. Only a change of its name is mailed. */
export async function planChangeSlot(
  { metadata: { stream } }: RecordedEvent,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const { earlierEvents, now, reads } = context
  const slotBefore = slotAfter(earlierEvents)
  if (slotBefore.status !== 'open') return 'This slot is not there any more.'
  const change = toFields(slotBefore.definition)
  const command = { type: 'ChangeSlot', data: { change }, metadata: { now } } as const
  const slotNow = slotAfter(await reads.stream(stream))
  const changesName = slotNow.status === 'open' && nameOfSlot(toFields(slotNow.definition)) !== nameOfSlot(change)
  const mailSentence = 'Anyone who was emailed about this slot gets another email with the change.'
  return {
    steps: [buildStep(changeSlotDecider, { stream, command })],
    consequences: changesName && isAnyMailed(slotNow) ? [describeSlotMail(context, mailSentence)] : [],
  }
}

/** True where someone is signed up with an address; walk-ins have none. */
const isAnyMailed = (state: SlotState): boolean =>
  state.status === 'open' && state.signups.some(({ email }) => email !== '')

/**
 * Plans to restore a deleted slot with the sign-ups that were canceled with it. If such an undo was interrupted, the
 * plan of the next one has the rest.
 */
export async function planRestoreSlot(event: SlotDeleted, context: PlanContext): Promise<UndoPlan | ReasonAgainst> {
  const { earlierEvents, now, reads } = context
  const { stream, version } = event.metadata
  const laterEvents = (await reads.stream(stream)).filter(({ metadata }) => metadata.version > version)
  if (laterEvents.some(({ type }) => type === 'SlotDeleted')) return 'The slot came back, and was deleted again since.'
  const signups = await Promise.all(event.data.signupIds.map((id) => readSignupOfSlot(reads, id)))
  const canceledWithSlot = signups.filter(({ wasCanceledOtherwise }) => !wasCanceledOtherwise)
  const takenPlaces = await readTakenPlaces(context)
  const returning = canceledWithSlot.flatMap(({ id, checkIn, checkInAtHolding }) => {
    const entry = findCorrectedEntry(earlierEvents, id)
    const hasLostPlace = checkIn !== undefined && takenPlaces.has(findHeldPlace(checkIn.standing))
    const arrival = hasLostPlace ? checkInAtHolding : checkIn
    return entry && !isForgotten(entry) ? [{ id, entry, arrival, hasLostPlace }] : []
  })
  const metadata = { now }
  const steps = returning.flatMap(({ id, entry, arrival }): UndoStep[] => {
    const data = { slotId: slotIdOf(stream), ...(arrival && { arrival }) }
    return [
      buildStep(restoreSignupDecider, {
        stream: signupStream(id),
        command: { type: 'RestoreSignup', data, metadata },
      }),
      buildStep(takePlaceDecider, { stream, command: { type: 'TakePlace', data: { entry }, metadata } }),
    ]
  })
  const counts = {
    returning: returning.length,
    moved: returning.filter(({ hasLostPlace }) => hasLostPlace).length,
    forgotten: canceledWithSlot.length - returning.length,
  }
  return {
    steps: [buildStep(restoreSlotDecider, { stream, command: { type: 'RestoreSlot', data: {}, metadata } }), ...steps],
    consequences: describeReturn(counts, event, context),
  }
}

function describeReturn(
  counts: Readonly<Record<'returning' | 'moved' | 'forgotten', number>>,
  { metadata: { at: deletedAt } }: SlotDeleted,
  context: PlanContext,
): string[] {
  // Within the quiet time no email has reported the deletion, so none reports the return.
  const quietMs = context.platform.configuration.mailQuietSeconds * 1000
  const isMailed = counts.returning > 0 && context.now.getTime() - deletedAt.getTime() > quietMs
  const moved = `${count(counts.moved, 'dish comes', 'dishes come')} back to Holding, as another has the place.`
  const forgotten = `${count(counts.forgotten, 'sign-up stays', 'sign-ups stay')} removed: the person was forgotten.`
  return [
    ...(isMailed ? [describeSlotMail(context, 'Those who signed up get an email that they are in again.')] : []),
    ...(counts.moved > 0 ? [moved] : []),
    ...(counts.forgotten > 0 ? [forgotten] : []),
  ]
}

/** A sign-up of the deleted slot. */
interface SignupOfSlot {
  readonly id: string
  /** True where the owner or staff canceled the sign-up; the undo leaves it canceled. */
  readonly wasCanceledOtherwise: boolean
  /** The check-in as it was when the slot was deleted; undefined for a sign-up that was not checked in. */
  readonly checkIn?: RestoredCheckIn | undefined
  /** The same check-in, with the dish in Holding since the cancellation. */
  readonly checkInAtHolding?: RestoredCheckIn | undefined
}

async function readSignupOfSlot(reads: Reads, id: string): Promise<SignupOfSlot> {
  const events = (await reads.stream(signupStream(id))) as readonly RecordedEvent<SignupEvent>[]
  const cancellationIndex = events.findLastIndex(({ type }) => type === 'SignupWithdrawn')
  const cancellation = events[cancellationIndex]
  // The automation that cancels the sign-ups of a deleted slot has not handled this one yet.
  if (cancellation?.type !== 'SignupWithdrawn') return { id, wasCanceledOtherwise: false }
  const present = signupAfter(events)
  const checkIn = findCheckIn(events, signupAfter(events.slice(0, cancellationIndex)), present)
  const canceledAt = cancellation.metadata.at.toISOString()
  return {
    id,
    wasCanceledOtherwise: present.status === 'canceled' && cancellation.data.reason !== 'slot-deleted',
    checkIn,
    checkInAtHolding: checkIn && { ...checkIn, standing: moveToHolding(checkIn.standing, canceledAt) },
  }
}

const moveToHolding = (dish: DishState, at: string): DishState =>
  evolveDish(dish, {
    type: 'DishMoved',
    data: { dinner: dish.dinner, to: { zone: 'holding' }, at },
  })
