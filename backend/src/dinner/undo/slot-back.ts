import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { restoreSignupDecider } from '@ultimate/events/dinner/cancel-signup.ts'
import { type SignupEvent, slotEvents, type Volunteer } from '@ultimate/events/dinner/events.ts'
import * as signup from '@ultimate/events/dinner/signup.ts'
import { type DishState, evolveDish } from '@ultimate/events/dinner/signup.ts'
import { restoreSlotDecider, slotIdOf, takePlaceDecider } from '@ultimate/events/dinner/slot.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import type { Platform } from '../../platform/module.ts'
import {
  emailed,
  type Reads,
  type ReasonAgainst,
  type Step,
  stateAfter,
  step,
  type UndoContext,
  type UndoPlan,
} from '../../platform/undo.ts'
import { findEntry } from '../read/arrivals.query.ts'
import { heldPlace } from '../read/check-ins.view.ts'
import type { SlotDeleted } from '../write/signup-commands.ts'
import { findCheckIn, type RestoredCheckIn, readTakenPlaces } from './signup-plans.ts'

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
    const entry = findEntry(before, id)
    return entry && !isForgotten(entry) ? [{ ...canceled, entry, signupStream: signup.signupStream(id) }] : []
  })
  const takenPlaces = await readTakenPlaces(context)
  const hasLostPlace = (checkIn: RestoredCheckIn | undefined): checkIn is RestoredCheckIn =>
    checkIn !== undefined && takenPlaces.has(heldPlace(checkIn.standing))
  const metadata = { now }
  const steps = returning.flatMap(({ entry, checkIn, canceledAt, signupStream }): Step[] => {
    const restored = hasLostPlace(checkIn)
      ? { ...checkIn, standing: moveToHolding(checkIn.standing, canceledAt) }
      : checkIn
    const data = { slotId: slotIdOf(stream), ...(restored && { arrival: restored }) }
    return [
      step(restoreSignupDecider, { stream: signupStream, command: { type: 'RestoreSignup', data, metadata } }),
      step(takePlaceDecider, { stream, command: { type: 'TakePlace', data: { entry }, metadata } }),
    ]
  })
  const moved = returning.filter(({ checkIn }) => hasLostPlace(checkIn)).length
  const forgotten = canceledWithSlot.length - returning.length
  const isMailed = now.getTime() - at.getTime() > platform.configuration.mailQuietSeconds * 1000
  return {
    steps: [step(restoreSlotDecider, { stream, command: { type: 'RestoreSlot', data: {}, metadata } }), ...steps],
    also: [
      ...(isMailed && returning.length > 0 ? [emailed(platform.configuration, inAgain, 'those who signed up')] : []),
      ...(moved > 0 ? [`${count(moved, 'dish comes', 'dishes come')} back to Holding, as another has the place.`] : []),
      ...(forgotten > 0
        ? [`${count(forgotten, 'sign-up stays', 'sign-ups stay')} removed: the person was forgotten.`]
        : []),
    ],
  }
}

const inAgain = 'Those who signed up get an email that they are in again.'

interface CanceledWithSlot {
  readonly id: string
  /** True where its owner or staff canceled it; then it stays canceled. */
  readonly wasCanceledOtherwise: boolean
  /** The check-in as it was when the slot was deleted; undefined for a sign-up that was not checked in. */
  readonly checkIn: RestoredCheckIn | undefined
  readonly canceledAt: string
}

async function readCanceled(reads: Reads, id: string): Promise<CanceledWithSlot> {
  const events = (await reads.stream(signup.signupStream(id))) as readonly RecordedEvent<SignupEvent>[]
  const index = events.findLastIndex(({ type }) => type === 'SignupWithdrawn')
  const end = events[index]
  const stateAt = (length: number) => stateAfter<signup.SignupState, SignupEvent>(signup, events.slice(0, length))
  const [was, is] = [stateAt(Math.max(0, index)), stateAt(events.length)]
  return {
    id,
    wasCanceledOtherwise:
      is.status === 'canceled' && end?.type === 'SignupWithdrawn' && end.data.reason !== 'slot-deleted',
    checkIn: findCheckIn(events, was, is),
    canceledAt: (end?.metadata.at ?? new Date(0)).toISOString(),
  }
}

const moveToHolding = (dish: DishState, at: string): DishState =>
  evolveDish(dish, {
    type: 'DishMoved',
    data: { dinner: dish.dinner, to: { zone: 'holding' }, at },
  })

const forgotten = slotEvents.SignedUp.personal?.['person']?.forgotten as Volunteer
const isForgotten = ({ data: { person } }: NonNullable<ReturnType<typeof findEntry>>): boolean =>
  person.name === forgotten.name
