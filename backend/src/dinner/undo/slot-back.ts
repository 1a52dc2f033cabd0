import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { restoreSignupDecider } from '@ultimate/events/dinner/cancel-signup.ts'
import { type SignupEvent, slotEvents, type Volunteer } from '@ultimate/events/dinner/events.ts'
import { type DishState, evolveDish, signupStream } from '@ultimate/events/dinner/signup.ts'
import { restoreSlotDecider, type SlotEntry, slotIdOf, takePlaceDecider } from '@ultimate/events/dinner/slot.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import type { Platform } from '../../platform/module.ts'
import {
  type Reads,
  type ReasonAgainst,
  type Step,
  step,
  type UndoContext,
  type UndoPlan,
} from '../../platform/undo.ts'
import { findHeldPlace } from '../read/check-ins.view.ts'
import { findCorrectedEntry } from '../read/signup-entry.ts'
import type { SlotDeleted } from '../write/signup-commands.ts'
import { describeSlotMail, findCheckIn, type RestoredCheckIn, readTakenPlaces } from './signup-plans.ts'
import { signupAfter } from './states.ts'

type PlanContext = UndoContext<Platform>

/**
 * Plans the return of a deleted slot with the sign-ups that were canceled with it. If such an undo was interrupted, the
 * plan of the next one has the rest.
 */
export async function planSlotReturn(event: SlotDeleted, context: PlanContext): Promise<UndoPlan | ReasonAgainst> {
  const { platform, before, now, reads } = context
  const { stream, version, at } = event.metadata
  const laterEvents = (await reads.stream(stream)).filter(({ metadata }) => metadata.version > version)
  if (laterEvents.some(({ type }) => type === 'SlotDeleted')) return 'The slot came back, and was deleted again since.'
  const signups = await Promise.all(event.data.signupIds.map((id) => readCanceled(reads, id)))
  const canceledWithSlot = signups.filter(({ wasCanceledOtherwise }) => !wasCanceledOtherwise)
  const returning = canceledWithSlot.flatMap(({ id, ...canceled }) => {
    const entry = findCorrectedEntry(before, id)
    return entry && !isForgotten(entry) ? [{ ...canceled, entry, streamOfSignup: signupStream(id) }] : []
  })
  const takenPlaces = await readTakenPlaces(context)
  const hasLostPlace = (checkIn: RestoredCheckIn | undefined): checkIn is RestoredCheckIn =>
    checkIn !== undefined && takenPlaces.has(findHeldPlace(checkIn.standing))
  const metadata = { now }
  const steps = returning.flatMap(({ entry, checkIn, canceledAt, streamOfSignup }): Step[] => {
    const restored = hasLostPlace(checkIn)
      ? { ...checkIn, standing: moveToHolding(checkIn.standing, canceledAt) }
      : checkIn
    const data = { slotId: slotIdOf(stream), ...(restored && { arrival: restored }) }
    return [
      step(restoreSignupDecider, { stream: streamOfSignup, command: { type: 'RestoreSignup', data, metadata } }),
      step(takePlaceDecider, { stream, command: { type: 'TakePlace', data: { entry }, metadata } }),
    ]
  })
  const movedCount = returning.filter(({ checkIn }) => hasLostPlace(checkIn)).length
  const forgottenCount = canceledWithSlot.length - returning.length
  // Within the quiet time no email has reported the deletion, so none reports the return.
  const isMailed = now.getTime() - at.getTime() > platform.configuration.mailQuietSeconds * 1000
  return {
    steps: [step(restoreSlotDecider, { stream, command: { type: 'RestoreSlot', data: {}, metadata } }), ...steps],
    also: [
      ...(isMailed && returning.length > 0
        ? [describeSlotMail(context, 'Those who signed up get an email that they are in again.')]
        : []),
      ...(movedCount > 0
        ? [`${count(movedCount, 'dish comes', 'dishes come')} back to Holding, as another has the place.`]
        : []),
      ...(forgottenCount > 0
        ? [`${count(forgottenCount, 'sign-up stays', 'sign-ups stay')} removed: the person was forgotten.`]
        : []),
    ],
  }
}

/** A sign-up of the deleted slot. */
interface CanceledSignup {
  readonly id: string
  /** True where the owner or staff canceled the sign-up; the undo leaves it canceled. */
  readonly wasCanceledOtherwise: boolean
  /** The check-in as it was when the slot was deleted; undefined for a sign-up that was not checked in. */
  readonly checkIn: RestoredCheckIn | undefined
  readonly canceledAt: string
}

async function readCanceled(reads: Reads, id: string): Promise<CanceledSignup> {
  const events = (await reads.stream(signupStream(id))) as readonly RecordedEvent<SignupEvent>[]
  const cancellationIndex = events.findLastIndex(({ type }) => type === 'SignupWithdrawn')
  const cancellation = events[cancellationIndex]
  const before = signupAfter(events.slice(0, Math.max(0, cancellationIndex)))
  const present = signupAfter(events)
  return {
    id,
    wasCanceledOtherwise:
      present.status === 'canceled' &&
      cancellation?.type === 'SignupWithdrawn' &&
      cancellation.data.reason !== 'slot-deleted',
    checkIn: findCheckIn(events, before, present),
    canceledAt: (cancellation?.metadata.at ?? new Date(0)).toISOString(),
  }
}

const moveToHolding = (dish: DishState, at: string): DishState =>
  evolveDish(dish, {
    type: 'DishMoved',
    data: { dinner: dish.dinner, to: { zone: 'holding' }, at },
  })

const forgottenPerson = slotEvents.SignedUp.personal?.['person']?.forgotten as Volunteer
const isForgotten = ({ data: { person } }: SlotEntry): boolean => person.name === forgottenPerson.name
