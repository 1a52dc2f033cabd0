import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import {
  type CancelSignup,
  cancelSignupDecider,
  type RestoreSignup,
  restoreSignupDecider,
} from '@ultimate/events/dinner/cancel-signup.ts'
import { findDetails } from '@ultimate/events/dinner/dish-details.ts'
import type { NoteEvent, SignupEvent } from '@ultimate/events/dinner/events.ts'
import { type SignupState, signupIdOf, signupStream, unmoved } from '@ultimate/events/dinner/signup.ts'
import * as notes from '@ultimate/events/dinner/signup-notes.ts'
import {
  type CorrectSignup,
  correctSignupDecider,
  freePlaceDecider,
  nameAllergensDecider,
  slotIdOf,
  slotStream,
  type TakePlace,
  takePlaceDecider,
} from '@ultimate/events/dinner/slot.ts'
import type { Notes } from '@ultimate/events/language/notes.ts'
import { stateAfter } from '../../platform/state-after.ts'
import { buildStep, type ReasonAgainst, type UndoPlan } from '../../platform/undo.ts'
import { findCorrectedEntry, findFirstEntry } from '../read/signup-entry.ts'
import {
  describeOwnerMail,
  forgottenReason,
  goneReason,
  isForgotten,
  type PlanContext,
  type Recorded,
  readSession,
  signupAfter,
  slotAfter,
} from './plan-context.ts'

export async function planCancelSignup(
  event: Recorded<'SignedUp' | 'SignupRestored' | 'WalkedIn' | 'SignupReinstated'>,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const { stream } = event.metadata
  // `SignupReinstated` stands in the stream of the sign-up, the others in that of its slot.
  const [signupId, slotId] =
    event.type === 'SignupReinstated'
      ? [signupIdOf(stream), event.data.slotId]
      : [event.data.signupId, slotIdOf(stream)]
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
      buildStep(cancelSignupDecider, { stream: signupStream(signupId), command: cancel }),
      buildStep(freePlaceDecider, { stream: slotStream(slotId), command: free }),
    ],
    consequences: isWalkIn ? [] : [describeOwnerMail(context, 'The person who signed up gets an email that says so.')],
  }
}

/** Plans to restore a canceled sign-up with its place in the slot. */
export async function planRestoreSignup(
  { data: { slotId }, metadata: { stream } }: Recorded<'SignupWithdrawn'>,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const { earlierEvents, now, reads } = context
  const streamOfSlot = slotStream(slotId)
  const entry = findCorrectedEntry(await reads.stream(streamOfSlot), signupIdOf(stream))
  if (!entry) return goneReason
  if (isForgotten(entry)) return forgottenReason
  const events = (await reads.stream(stream)) as readonly RecordedEvent<SignupEvent>[]
  const checkIn = findCheckIn(events, signupAfter(earlierEvents), signupAfter(events))
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
      buildStep(restoreSignupDecider, { stream, command: restore }),
      buildStep(takePlaceDecider, { stream: streamOfSlot, command: take }),
    ],
    consequences: entry.type === 'WalkedIn' ? [] : [describeOwnerMail(context, mailSentence)],
  }
}

/** Plans to correct a sign-up back to its earlier name and address. */
export async function planCorrectSignup(
  event: Recorded<'SignupCorrected'>,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  if (await isRepeatedSince(event, context)) return 'It was corrected again since. Undo that first.'
  const { signupId } = event.data
  const { earlierEvents, now } = context
  const entry = findCorrectedEntry(earlierEvents, signupId)
  if (!entry) return goneReason
  const { person } = entry.data
  const email = 'email' in person ? person.email : ''
  const command: CorrectSignup = {
    type: 'CorrectSignup',
    data: { signupId, person: { name: person.name, email } },
    metadata: { now },
  }
  return {
    steps: [buildStep(correctSignupDecider, { stream: event.metadata.stream, command })],
    consequences:
      email === ''
        ? []
        : [describeOwnerMail(context, 'If the person who signed up was emailed, another email corrects it.')],
  }
}

/** Plans to name the allergens that were named before. */
export async function planNameAllergens(
  event: Recorded<'AllergensNamed'>,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  if (await isRepeatedSince(event, context)) return 'Its allergens were named again since. Undo that first.'
  const { signupId } = event.data
  const { allergens } = findDetails(context.earlierEvents, signupId)
  const command = { type: 'NameAllergens', data: { signupId, allergens }, metadata: { now: context.now } } as const
  return { steps: [buildStep(nameAllergensDecider, { stream: event.metadata.stream, command })] }
}

/** Returns whether the slot's stream has a later event of this type about the same sign-up. */
async function isRepeatedSince(
  { type, data: { signupId }, metadata: { stream, version } }: Recorded<'SignupCorrected' | 'AllergensNamed'>,
  { reads }: PlanContext,
): Promise<boolean> {
  const slotEvents = await reads.stream(stream)
  // The version of an event is its number in the stream.
  return slotEvents.slice(version).some((later) => later.type === type && later.data['signupId'] === signupId)
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
  present: SignupState,
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
  if (present.status !== 'canceled' || present.removedArrival.status !== 'undecided') return undefined
  return { ...common, at: present.removedArrival.at, standing: unmoved }
}

export async function planRemoveSignupNote(
  { data: { signupId, slotId, noteId }, metadata: { stream } }: Recorded<'SignupNoteAdded'>,
  { now }: PlanContext,
): Promise<UndoPlan> {
  const command = { type: 'RemoveSignupNote', data: { signupId, slotId, noteId }, metadata: { now } } as const
  return { steps: [buildStep(notes.removeSignupNoteDecider, { stream, command })] }
}

export async function planAddSignupNote(
  { data, metadata: { stream } }: Recorded<'SignupNoteRemoved'>,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const earlierNotes = stateAfter<Notes, NoteEvent>(notes, earlierEvents)
  const text = earlierNotes.find(({ id }) => id === data.noteId)?.text ?? ''
  if (text === '') return forgottenReason
  const command = { type: 'AddSignupNote', data: { ...data, text }, metadata: { now } } as const
  return { steps: [buildStep(notes.addSignupNoteDecider, { stream, command })] }
}
