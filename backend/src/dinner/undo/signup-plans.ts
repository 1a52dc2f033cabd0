import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import {
  type CancelSignup,
  cancelSignupDecider,
  type RestoreSignup,
  restoreSignupDecider,
} from '@ultimate/events/dinner/cancel-signup.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import { type DinnerSession, dinnerStream } from '@ultimate/events/dinner/session.ts'
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
  signupIdOf,
  signupStream,
  unmoved,
} from '@ultimate/events/dinner/signup.ts'
import {
  freePlaceDecider,
  slotIdOf,
  slotStream,
  type TakePlace,
  takePlaceDecider,
} from '@ultimate/events/dinner/slot.ts'
import type { Platform } from '../../platform/module.ts'
import { emailed, type ReasonAgainst, step, type UndoContext, type UndoPlan } from '../../platform/undo.ts'
import { readBoard } from '../read/board/board.query.ts'
import { findHeldPlace, nameHeldPlace } from '../read/check-ins.view.ts'
import { findCorrectedEntry, findFirstEntry } from '../read/signup-entry.ts'
import { sessionAfter, signupAfter, slotAfter } from './states.ts'

type PlanContext = UndoContext<Platform>

export const goneReason = 'This sign-up is not there any more.'
export const forgottenReason = 'The person who signed up has been forgotten.'

// Where the site sends no email, the sentence is `This site sends no email: please tell …` instead.

/** Describes the email to the owner of one sign-up. */
export const describeOwnerMail = ({ platform }: Pick<PlanContext, 'platform'>, sentence: string): string =>
  emailed(platform.configuration, sentence, 'the person who signed up')

/** Describes the emails to everyone who signed up for a slot. */
export const describeSlotMail = ({ platform }: Pick<PlanContext, 'platform'>, sentence: string): string =>
  emailed(platform.configuration, sentence, 'those who signed up')

export async function readSession({ platform, reads }: PlanContext): Promise<DinnerSession> {
  return sessionAfter(await reads.stream(dinnerStream(platform.current.edition)))
}

/**
 * Plans that staff decide again about a removed arrival that they dismissed. The check-in is recorded again, with the data
 * of its first event.
 */
export async function planReopening(
  { metadata: { stream } }: RecordedEvent,
  { before: earlierEvents, now }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const checkIn = (earlierEvents as readonly RecordedEvent<SignupEvent>[]).findLast(
    ({ type }) => type === 'RemovedSignupCheckedIn',
  )
  if (checkIn?.type !== 'RemovedSignupCheckedIn') return goneReason
  const command: ReopenArrival = { type: 'ReopenArrival', data: checkIn.data, metadata: { now } }
  return { steps: [step(reopenArrivalDecider, { stream, command })] }
}

type ReportedCheckIn = Pick<CheckIn['data'], 'checkedIn' | 'slotId' | 'category' | 'at'>

/** Plans to check in a sign-up, or to undo its check-in. `at: null` means now. */
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

/** Reads the `held_place` of all dishes, such as `1/buffet/3`, because a dish cannot return to a taken place. */
export async function readTakenPlaces({
  platform,
  reads,
}: Pick<PlanContext, 'platform' | 'reads'>): Promise<Set<string | null>> {
  const { dishes } = await reads.once(readBoard, platform.current)
  return new Set(dishes.map(({ state }) => findHeldPlace(state)).filter((place) => place !== null))
}

/** Plans to move a dish back to its earlier place, if that is free. A place of an earlier dinner does not count. */
export async function planMoveBack(
  { data: { dinner: dinnerNumber }, metadata: { stream } }: DishMoved,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const signupBefore = signupAfter(context.before)
  if (signupBefore.status !== 'checked-in') return goneReason
  const dishBefore = advanceToDinner(dinnerNumber, signupBefore.dish)
  const [takenPlaces, session] = await Promise.all([readTakenPlaces(context), readSession(context)])
  if (takenPlaces.has(findHeldPlace(dishBefore))) return dinnerErrors.registry.SLOT_OCCUPIED.message
  const data = { to: dishBefore.place, at: null, session }
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
  const signup = signupAfter(await context.reads.stream(stream))
  if (signup.status === 'canceled') return goneReason
  const placeOfFullTray = nameHeldPlace(signup.dish)
  if (!emptied && (await readTakenPlaces(context)).has(placeOfFullTray))
    return dinnerErrors.registry.SLOT_OCCUPIED.message
  const data = { emptied, at: null, session: await readSession(context) }
  const command: EmptyDish = { type: 'EmptyDish', data, metadata: { now: context.now } }
  return { steps: [step(emptyDishDecider, { stream, command })] }
}

/** Plans the cancellation of the sign-up that an event of its slot is about. */
export const planCancellationOf = (
  { data: { signupId }, metadata: { stream } }: { data: { signupId: string }; metadata: { stream: string } },
  context: PlanContext,
) => planCancellation(signupId, slotIdOf(stream), context)

export async function planCancellation(
  signupId: string,
  slotId: string,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const slotEvents = await context.reads.stream(slotStream(slotId))
  const slot = slotAfter(slotEvents)
  if (slot.status !== 'open' || !slot.signups.some(({ id }) => id === signupId)) return goneReason
  const isWalkIn = findFirstEntry(slotEvents, signupId)?.type === 'WalkedIn'
  const metadata = { now: context.now }
  const walkIn = isWalkIn ? { dinner: (await readSession(context)).dinner } : undefined
  const data = { slotId, reason: 'removed-by-staff', walkIn } as const
  const cancel: CancelSignup = { type: 'CancelSignup', data, metadata }
  const free = { type: 'FreePlace', data: { signupId }, metadata } as const
  return {
    steps: [
      step(cancelSignupDecider, { stream: signupStream(signupId), command: cancel }),
      step(freePlaceDecider, { stream: slotStream(slotId), command: free }),
    ],
    also: isWalkIn ? [] : [describeOwnerMail(context, 'The person who signed up gets an email that says so.')],
  }
}

/** Plans the return of a canceled sign-up to its slot. */
export async function planRestoring(
  { data: { slotId }, metadata: { stream } }: { data: { slotId: string }; metadata: { stream: string } },
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const { before, now, reads } = context
  const streamOfSlot = slotStream(slotId)
  const entry = findCorrectedEntry(await reads.stream(streamOfSlot), signupIdOf(stream))
  if (!entry) return goneReason
  const { person } = entry.data
  if ('email' in person && person.email === '') return forgottenReason
  const events = (await reads.stream(stream)) as readonly RecordedEvent<SignupEvent>[]
  const checkIn = findCheckIn(events, signupAfter(before), signupAfter(events))
  const restore: RestoreSignup = {
    type: 'RestoreSignup',
    data: { slotId, ...(checkIn && { arrival: checkIn }) },
    metadata: { now },
  }
  const take: TakePlace = { type: 'TakePlace', data: { entry }, metadata: { now } }
  const mailSentence = 'If the person who signed up was emailed, another email says that it is back.'
  return {
    steps: [
      // An automation frees the place of a canceled sign-up, perhaps only now. It changes nothing once the sign-up is
      // restored, so that step is the first.
      step(restoreSignupDecider, { stream, command: restore }),
      step(takePlaceDecider, { stream: streamOfSlot, command: take }),
    ],
    also: entry.type === 'WalkedIn' ? [] : [describeOwnerMail(context, mailSentence)],
  }
}

/** The check-in with which a sign-up is restored. */
export type RestoredCheckIn = NonNullable<RestoreSignup['data']['arrival']>

/**
 * Returns the check-in of a canceled sign-up, with the state of its dish; undefined if it had none. Finds also a
 * check-in that the server received after the cancellation, unless staff have dismissed it.
 */
export function findCheckIn(
  events: readonly RecordedEvent<SignupEvent>[],
  beforeCancellation: SignupState,
  now: SignupState,
): RestoredCheckIn | undefined {
  const checkIns = events.flatMap(({ type, data }) => {
    if (type === 'CheckedIn' || type === 'RemovedSignupCheckedIn') return data
    return (type === 'SignupReinstated' && data.arrival) || []
  })
  const lastCheckIn = checkIns.at(-1)
  if (!lastCheckIn) return undefined
  const { category, timeTrusted } = lastCheckIn
  const common = { category, ...(timeTrusted === false && { timeTrusted }) }
  // `standing` is the stored name of the state of the dish.
  if (beforeCancellation.status === 'checked-in')
    return { ...common, at: beforeCancellation.at, standing: beforeCancellation.dish }
  if (now.status !== 'canceled' || now.removedArrival.status !== 'undecided') return undefined
  return { ...common, at: now.removedArrival.at, standing: unmoved }
}
