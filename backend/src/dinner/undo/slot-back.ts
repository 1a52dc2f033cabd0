import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { restoreSignupDecider } from '@ultimate/events/dinner/cancel-signup.ts'
import { type SignupEvent, type SlotEvent, slotEvents, type Volunteer } from '@ultimate/events/dinner/events.ts'
import * as signup from '@ultimate/events/dinner/signup.ts'
import { type DishState, evolveDish } from '@ultimate/events/dinner/signup.ts'
import { restoreSlotDecider, slotIdOf, takePlaceDecider } from '@ultimate/events/dinner/slot.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import type { Platform } from '../../platform/module.ts'
import {
  emailed,
  type Reads,
  type Step,
  stateAfter,
  step,
  type UndoContext,
  type UndoPlan,
} from '../../platform/undo.ts'
import { entryIn } from '../read/arrivals.query.ts'
import { heldPlace } from '../read/check-ins.view.ts'
import { type Arrival, findArrival, placesTaken } from './signup-plans.ts'

type PlanContext = UndoContext<Platform>
export type SlotDeleted = RecordedEvent<Extract<SlotEvent, { type: 'SlotDeleted' }>>

/** A deleted slot comes back with every sign-up that went with it. Of an undo that was cut off, the rest is done. */
export async function slotBack(event: SlotDeleted, asked: PlanContext): Promise<UndoPlan | string> {
  const { platform, before, now, reads } = asked
  const { stream, version, at } = event.metadata
  const since = (await reads.stream(stream)).filter(({ metadata }) => metadata.version > version)
  if (since.some(({ type }) => type === 'SlotDeleted')) return 'The slot came back, and was deleted again since.'
  const all = await Promise.all(event.data.signupIds.map((id) => readEnded(reads, id)))
  const ended = all.filter(({ stays }) => !stays)
  const back = ended.flatMap(({ id, ...one }) => {
    const made = entryIn(before, id)
    return made && !isForgotten(made) ? [{ ...one, made, ofSignup: signup.signupStream(id) }] : []
  })
  const taken = await placesTaken(asked)
  const isTaken = (arrival: Arrival | undefined): arrival is Arrival =>
    arrival !== undefined && taken.has(heldPlace(arrival.standing))
  const metadata = { now }
  const steps = back.flatMap(({ made, arrival, endedAt, ofSignup }): Step[] => {
    const restored = isTaken(arrival) ? { ...arrival, standing: inHolding(arrival.standing, endedAt) } : arrival
    const data = { slotId: slotIdOf(stream), ...(restored && { arrival: restored }) }
    return [
      step(restoreSignupDecider, { stream: ofSignup, command: { type: 'RestoreSignup', data, metadata } }),
      step(takePlaceDecider, { stream, command: { type: 'TakePlace', data: { made }, metadata } }),
    ]
  })
  const moved = back.filter(({ arrival }) => isTaken(arrival)).length
  const forgotten = ended.length - back.length
  const isMailed = now.getTime() - at.getTime() > platform.configuration.mailQuietSeconds * 1000
  return {
    steps: [step(restoreSlotDecider, { stream, command: { type: 'RestoreSlot', data: {}, metadata } }), ...steps],
    also: [
      ...(isMailed && back.length > 0 ? [emailed(platform.configuration, inAgain, 'those who signed up')] : []),
      ...(moved > 0 ? [`${count(moved, 'dish comes', 'dishes come')} back to Holding, as another has the place.`] : []),
      ...(forgotten > 0
        ? [`${count(forgotten, 'sign-up stays', 'sign-ups stay')} removed: the person was forgotten.`]
        : []),
    ],
  }
}

const inAgain = 'Those who signed up get an email that they are in again.'

interface Ended {
  readonly id: string
  /** It was removed in another way since. */
  readonly stays: boolean
  /** The check-in as it was when the slot was deleted; undefined for a sign-up that was not checked in. */
  readonly arrival: Arrival | undefined
  readonly endedAt: string
}

async function readEnded(reads: Reads, id: string): Promise<Ended> {
  const facts = (await reads.stream(signup.signupStream(id))) as readonly RecordedEvent<SignupEvent>[]
  const index = facts.findLastIndex(({ type }) => type === 'SignupWithdrawn')
  const end = facts[index]
  const stateAt = (length: number) => stateAfter<signup.SignupState, SignupEvent>(signup, facts.slice(0, length))
  const [was, is] = [stateAt(Math.max(0, index)), stateAt(facts.length)]
  return {
    id,
    stays: is.status === 'canceled' && end?.type === 'SignupWithdrawn' && end.data.reason !== 'slot-deleted',
    arrival: findArrival(facts, was, is),
    endedAt: (end?.metadata.at ?? new Date(0)).toISOString(),
  }
}

const inHolding = (dish: DishState, at: string): DishState =>
  evolveDish(dish, {
    type: 'DishMoved',
    data: { dinner: dish.dinner, to: { zone: 'holding' }, at },
  })

const forgotten = slotEvents.SignedUp.personal?.['person']?.forgotten as Volunteer
const isForgotten = ({ data: { person } }: NonNullable<ReturnType<typeof entryIn>>): boolean =>
  person.name === forgotten.name
