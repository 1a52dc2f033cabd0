import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { findDetails } from '@ultimate/events/dinner/dish-details.ts'
import {
  type DinnerEvent,
  dinnerEvents,
  type NoteEvent,
  type SignupEvent,
  type SlotEvent,
} from '@ultimate/events/dinner/events.ts'
import * as dinner from '@ultimate/events/dinner/session.ts'
import { changeLayoutDecider, finishDinnerDecider, resumeDinnerDecider } from '@ultimate/events/dinner/session.ts'
import * as signup from '@ultimate/events/dinner/signup.ts'
import * as signupNotes from '@ultimate/events/dinner/signup-notes.ts'
import { addSignupNoteDecider, removeSignupNoteDecider } from '@ultimate/events/dinner/signup-notes.ts'
import type { SlotState } from '@ultimate/events/dinner/slot.ts'
import * as slot from '@ultimate/events/dinner/slot.ts'
import {
  type CorrectSignup,
  changeSlotDecider,
  correctSignupDecider,
  deleteSlotDecider,
  nameAllergensDecider,
} from '@ultimate/events/dinner/slot.ts'
import type { Notes } from '@ultimate/events/language/notes.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import type { Platform } from '../platform/module.ts'
import { notesSummary } from '../platform/staff-notes.ts'
import {
  bindUndos,
  type ModuleUndo,
  type ReasonAgainst,
  stateAfter,
  step,
  summarized,
  type UndoContext,
  type UndoPlan,
  type UndoRules,
} from '../platform/undo.ts'
import { findCorrectedEntry } from './read/signup-entry.ts'
import { countSignupsOfTeam } from './read/signups.view.ts'
import { planSessionReturn } from './undo/session-back.ts'
import {
  describeOwnerMail,
  describeSlotMail,
  forgottenReason,
  goneReason,
  planCancellation,
  planCancellationOf,
  planCheckIn,
  planEmptying,
  planMoveBack,
  planReopening,
  planRestoring,
} from './undo/signup-plans.ts'
import { planSlotReturn } from './undo/slot-back.ts'
import { sessionAfter, slotAfter } from './undo/states.ts'
import { sessionSummary, signupSummary, slotSummary } from './undo/summaries.ts'
import { readOccupiedLayout } from './write/session.route.ts'

type PlanContext = UndoContext<Platform>

/**
 * The way to undo each event that can be undone. `only` names the parts of the summary whose later changes prevent the
 * undo: with `only: []`, none does.
 */
const dinnerRules: UndoRules<DinnerEvent, Platform> = {
  SlotAdded: { only: ['Slot'], plan: planSlotDeletion },
  SlotChanged: {
    plan: async ({ metadata: { stream } }, context) => {
      const { before, now, reads } = context
      const earlier = slotAfter(before)
      if (earlier.status !== 'open') return 'This slot is not there any more.'
      const change = slot.toFields(earlier.definition)
      const command = { type: 'ChangeSlot', data: { change }, metadata: { now } } as const
      const present = slotAfter(await reads.stream(stream))
      const hasOtherName =
        present.status === 'open' && slot.nameOfSlot(slot.toFields(present.definition)) !== slot.nameOfSlot(change)
      return {
        steps: [step(changeSlotDecider, { stream, command })],
        also: hasOtherName && isAnyMailed(present) ? [describeSlotMail(context, slotMailSentence)] : [],
      }
    },
  },
  SlotDeleted: {
    // If an undo was interrupted, the next one completes it, so no later change prevents it.
    only: [],
    plan: planSlotReturn,
  },
  SlotRestored: { only: ['Slot'], plan: planSlotDeletion },
  SignedUp: { only: [], plan: planCancellationOf },
  SignupRestored: { only: [], follows: true, plan: planCancellationOf },
  WalkedIn: { only: [], plan: planCancellationOf },
  SignupCorrected: {
    // The plan itself looks for later corrections, because the slot's stream also changes with other sign-ups.
    only: [],
    plan: planCorrectionBack,
  },
  AllergensNamed: {
    // The plan itself looks for later allergens, because the slot's stream also changes with other sign-ups.
    only: [],
    plan: async ({ data: { signupId }, metadata: { stream, version } }, { before, now, reads }) => {
      const wereNamedAgain = ({ type, data, metadata }: RecordedEvent) =>
        type === 'AllergensNamed' && data['signupId'] === signupId && metadata.version > version
      if ((await reads.stream(stream)).some(wereNamedAgain))
        return 'Its allergens were named again since. Undo that first.'
      const { allergens } = findDetails(before, signupId)
      const command = { type: 'NameAllergens', data: { signupId, allergens }, metadata: { now } } as const
      return { steps: [step(nameAllergensDecider, { stream, command })] }
    },
  },
  CheckedIn: {
    only: ['Check-in'],
    plan: ({ data, metadata }, context) =>
      planCheckIn(metadata.stream, { ...data, checkedIn: false, at: null }, context),
  },
  CheckInUndone: {
    plan: async ({ metadata }, context) => {
      const lastCheckIn = (context.before as readonly RecordedEvent<SignupEvent>[]).findLast(isCheckIn)
      if (lastCheckIn?.type !== 'CheckedIn') return 'The removal of this sign-up was known by then.'
      const { data } = lastCheckIn
      return planCheckIn(metadata.stream, { ...data, checkedIn: true, at: new Date(data.at) }, context)
    },
  },
  DishMoved: { plan: planMoveBack },
  DishEmptied: {
    plan: ({ metadata }, context) => planEmptying(metadata.stream, { emptied: false }, context),
  },
  DishPutBack: {
    plan: ({ metadata }, context) => planEmptying(metadata.stream, { emptied: true }, context),
  },
  RemovedSignupCheckedIn: {
    plan: ({ data, metadata }, context) =>
      planCheckIn(metadata.stream, { ...data, checkedIn: false, at: null }, context),
  },
  ArrivalDismissed: { plan: planReopening },
  SignupReinstated: {
    follows: true,
    plan: ({ data, metadata }, context) => planCancellation(signup.signupIdOf(metadata.stream), data.slotId, context),
  },
  SignupWithdrawn: {
    // If an undo was interrupted, the next one completes it, so no later change prevents it.
    only: [],
    unless: ({ reason }) => (reason === 'slot-deleted' ? 'Its slot was deleted. Undo that instead.' : null),
    plan: planRestoring,
  },
  SignupNoteAdded: {
    plan: async ({ data: { signupId, slotId, noteId }, metadata: { stream } }, { now }) => {
      const command = { type: 'RemoveSignupNote', data: { signupId, slotId, noteId }, metadata: { now } } as const
      return { steps: [step(removeSignupNoteDecider, { stream, command })] }
    },
  },
  SignupNoteRemoved: {
    plan: async ({ data, metadata: { stream } }, { before, now }) => {
      const notes = stateAfter<Notes, NoteEvent>(signupNotes, before)
      const text = notes.find(({ id }) => id === data.noteId)?.text ?? ''
      if (text === '') return forgottenReason
      const command = { type: 'AddSignupNote', data: { ...data, text }, metadata: { now } } as const
      return { steps: [step(addSignupNoteDecider, { stream, command })] }
    },
  },
  LayoutChanged: {
    plan: async ({ metadata: { stream } }, { platform, before, now, reads }) => {
      const { warmingSlots, buffetSlots } = sessionAfter(before)
      const occupied = await reads.once(readOccupiedLayout, platform.current)
      const data = { layout: { warmingSlots, buffetSlots }, occupied }
      return {
        steps: [step(changeLayoutDecider, { stream, command: { type: 'ChangeLayout', data, metadata: { now } } })],
      }
    },
  },
  DinnerStarted: { plan: planSessionReturn },
  DinnerFinished: {
    plan: async ({ metadata: { stream } }, { now }) => {
      const command = { type: 'ResumeDinner', data: {}, metadata: { now } } as const
      return { steps: [step(resumeDinnerDecider, { stream, command })] }
    },
  },
  DinnerResumed: {
    plan: async ({ metadata: { stream } }, { now }) => {
      const command = { type: 'FinishDinner', data: {}, metadata: { now } } as const
      return { steps: [step(finishDinnerDecider, { stream, command })] }
    },
  },
  DinnerReset: { plan: planSessionReturn },
  DinnerReverted: { plan: planSessionReturn },
}

type Corrected = Extract<SlotEvent, { type: 'SignupCorrected' }>

async function planCorrectionBack(
  event: RecordedEvent<Corrected>,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const { signupId } = event.data
  const { stream, version } = event.metadata
  const { before, now, reads } = context
  const corrections = (await reads.stream(stream)).filter(
    ({ type, data }) => type === 'SignupCorrected' && (data as Corrected['data']).signupId === signupId,
  )
  if (corrections.at(-1)?.metadata.version !== version) return 'It was corrected again since. Undo that first.'
  const entry = findCorrectedEntry(before, signupId)
  if (!entry) return goneReason
  const { person } = entry.data
  const email = 'email' in person ? person.email : ''
  const command: CorrectSignup = {
    type: 'CorrectSignup',
    data: { signupId, person: { name: person.name, email } },
    metadata: { now },
  }
  return {
    steps: [step(correctSignupDecider, { stream, command })],
    also: email === '' ? [] : [describeOwnerMail(context, correctionMailSentence)],
  }
}

const correctionMailSentence = 'If the person who signed up was emailed, another email corrects it.'

async function planSlotDeletion({ metadata: { stream } }: RecordedEvent, context: PlanContext): Promise<UndoPlan> {
  const { reads, now } = context
  const state = slotAfter(await reads.stream(stream))
  const signups = state.status === 'open' ? state.signups.length : 0
  const command = { type: 'DeleteSlot', data: {}, metadata: { now } } as const
  return {
    steps: [step(deleteSlotDecider, { stream, command })],
    also: [
      ...(signups > 0 ? [`${count(signups, 'sign-up goes', 'sign-ups go')} with the slot.`] : []),
      ...(isAnyMailed(state) ? [describeSlotMail(context, 'Those who signed up get an email that says so.')] : []),
    ],
  }
}

const slotMailSentence = 'Anyone who was emailed about this slot gets another email with the change.'

/** True where someone is signed up with an address; walk-ins have none. */
const isAnyMailed = (state: SlotState): boolean =>
  state.status === 'open' && state.signups.some(({ email }) => email !== '')

const isCheckIn = ({ type }: RecordedEvent<SignupEvent>) => type === 'CheckedIn' || type === 'RemovedSignupCheckedIn'

/** Returns a sentence about the sign-ups that name a team, because they stay when it is removed. */
async function describeSignupsOfTeam({ current }: Platform, stream: string): Promise<string[]> {
  const signups = await countSignupsOfTeam(current, stream.slice('team-'.length))
  return signups === 0
    ? []
    : [
        `${count(signups, 'sign-up', 'sign-ups')} for the dinner came from its captain and ${signups === 1 ? 'stays' : 'stay'}.`,
      ]
}

const teamEnds = ['TeamRemoved', 'TeamWithdrawn']

export const dinnerUndo = (platform: Platform): ModuleUndo => ({
  rules: bindUndos(platform, dinnerEvents, dinnerRules),
  summaries: {
    slot: summarized(slot, slotSummary, 'Slot'),
    signup: summarized(signup, signupSummary, 'Sign-up'),
    notes: summarized(signupNotes, notesSummary),
    dinner: summarized(dinner, sessionSummary),
  },
  get edition() {
    return platform.current.edition
  },
  also: async ({ type, stream }) => (teamEnds.includes(type) ? describeSignupsOfTeam(platform, stream) : []),
})
