import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { allergensIn } from '@ultimate/events/dinner/audit-words.ts'
import {
  type DinnerEvent,
  dinnerEvents,
  type NoteEvent,
  type SignupEvent,
  type SlotEvent,
} from '@ultimate/events/dinner/events.ts'
import * as dinner from '@ultimate/events/dinner/session.ts'
import {
  changeLayoutDecider,
  type DinnerSession,
  finishDinnerDecider,
  resumeDinnerDecider,
} from '@ultimate/events/dinner/session.ts'
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
  emailed,
  type ModuleUndo,
  stateAfter,
  step,
  summarized,
  type UndoContext,
  type UndoPlan,
  type UndoRules,
} from '../platform/undo.ts'
import { entryIn } from './read/arrivals.query.ts'
import { countSignupsOfTeam } from './read/signups.view.ts'
import { sessionBack } from './undo/session-back.ts'
import {
  checkedIn,
  emptied,
  forgotten,
  gone,
  heardOtherwise,
  leave,
  leaving,
  movedBack,
  owner,
  reopened,
  restoring,
} from './undo/signup-plans.ts'
import { slotBack } from './undo/slot-back.ts'
import { sessionSummary, signupSummary, slotSummary } from './undo/summaries.ts'
import { occupiedLayout } from './write/session.route.ts'

type PlanContext = UndoContext<Platform>

/** The way to undo each event that can be undone. */
const dinnerRules: UndoRules<DinnerEvent, Platform> = {
  SlotAdded: { only: ['Slot'], plan: slotOut },
  SlotChanged: {
    plan: async ({ metadata: { stream } }, { platform, before, now, reads }) => {
      const state = stateAfter<SlotState, SlotEvent>(slot, before)
      if (state.status !== 'open') return 'This slot is not there any more.'
      const change = slot.toFields(state.definition)
      const command = { type: 'ChangeSlot', data: { change }, metadata: { now } } as const
      const current = stateAfter<SlotState, SlotEvent>(slot, await reads.stream(stream))
      const isOther =
        current.status === 'open' && slot.nameOfSlot(slot.toFields(current.definition)) !== slot.nameOfSlot(change)
      return {
        steps: [step(changeSlotDecider, { stream, command })],
        also: isOther && isAnyMailed(current) ? [emailed(platform.configuration, heardOfSlot, signedUp)] : [],
      }
    },
  },
  SlotDeleted: {
    // A step that was cut off is made up for by the next undo.
    only: [],
    plan: slotBack,
  },
  SlotRestored: { only: ['Slot'], plan: slotOut },
  SignedUp: { only: [], plan: leave },
  SignupRestored: { only: [], follows: true, plan: leave },
  WalkedIn: { only: [], plan: leave },
  SignupCorrected: {
    // Its plan looks at this sign-up alone, where others may have come and gone.
    only: [],
    plan: uncorrected,
  },
  AllergensNamed: {
    // Others may have signed up for the slot since.
    only: [],
    plan: async ({ data: { signupId }, metadata: { stream, version } }, { before, now, reads }) => {
      const isNewer = ({ type, data, metadata }: RecordedEvent) =>
        type === 'AllergensNamed' && data['signupId'] === signupId && metadata.version > version
      if ((await reads.stream(stream)).some(isNewer)) return 'Its allergens were named again since. Undo that first.'
      const allergens = allergensIn(before, signupId)
      const command = { type: 'NameAllergens', data: { signupId, allergens }, metadata: { now } } as const
      return { steps: [step(nameAllergensDecider, { stream, command })] }
    },
  },
  CheckedIn: {
    only: ['Check-in'],
    plan: ({ data, metadata }, asked) => checkedIn(metadata.stream, { ...data, checkedIn: false, at: null }, asked),
  },
  CheckInUndone: {
    plan: async ({ metadata }, asked) => {
      const [last] = (asked.before as readonly RecordedEvent<SignupEvent>[]).filter(isArrival).toReversed()
      if (last?.type !== 'CheckedIn') return 'The removal of this sign-up was known by then.'
      return checkedIn(metadata.stream, { ...last.data, checkedIn: true, at: new Date(last.data.at) }, asked)
    },
  },
  DishMoved: { plan: movedBack },
  DishEmptied: {
    plan: ({ metadata }, asked) => emptied(metadata.stream, false, asked),
  },
  DishPutBack: {
    plan: ({ metadata }, asked) => emptied(metadata.stream, true, asked),
  },
  RemovedSignupCheckedIn: {
    plan: ({ data, metadata }, asked) => checkedIn(metadata.stream, { ...data, checkedIn: false, at: null }, asked),
  },
  ArrivalDismissed: { plan: reopened },
  SignupReinstated: {
    follows: true,
    plan: ({ data, metadata }, asked) => leaving(signup.signupIdOf(metadata.stream), data.slotId, asked),
  },
  SignupWithdrawn: {
    // A step that was cut off is made up for by the next undo.
    only: [],
    unless: ({ reason }) => (reason === 'slot-deleted' ? 'Its slot was deleted. Undo that instead.' : null),
    plan: restoring,
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
      if (text === '') return forgotten
      const command = { type: 'AddSignupNote', data: { ...data, text }, metadata: { now } } as const
      return { steps: [step(addSignupNoteDecider, { stream, command })] }
    },
  },
  LayoutChanged: {
    plan: async ({ metadata: { stream } }, { platform, before, now, reads }) => {
      const { warmingSlots, buffetSlots } = stateAfter<DinnerSession, never>(dinner, before)
      const occupied = await reads.once(occupiedLayout, platform.current)
      const data = { layout: { warmingSlots, buffetSlots }, occupied }
      return {
        steps: [step(changeLayoutDecider, { stream, command: { type: 'ChangeLayout', data, metadata: { now } } })],
      }
    },
  },
  DinnerStarted: { plan: sessionBack },
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
  DinnerReset: { plan: sessionBack },
  DinnerReverted: { plan: sessionBack },
}

type Corrected = Extract<SlotEvent, { type: 'SignupCorrected' }>

async function uncorrected(event: RecordedEvent<Corrected>, asked: PlanContext): Promise<UndoPlan | string> {
  const { signupId } = event.data
  const { stream, version } = event.metadata
  const { platform, before, now, reads } = asked
  const corrections = (await reads.stream(stream)).filter(
    ({ type, data }) => type === 'SignupCorrected' && (data as Corrected['data']).signupId === signupId,
  )
  if (corrections.at(-1)?.metadata.version !== version) return 'It was corrected again since. Undo that first.'
  const made = entryIn(before, signupId)
  if (!made) return gone
  const { person } = made.data
  const email = 'email' in person ? person.email : ''
  const command: CorrectSignup = {
    type: 'CorrectSignup',
    data: { signupId, person: { name: person.name, email } },
    metadata: { now },
  }
  return {
    steps: [step(correctSignupDecider, { stream, command })],
    also: email === '' ? [] : [emailed(platform.configuration, heardOtherwise, owner)],
  }
}

async function slotOut(
  { metadata: { stream } }: RecordedEvent,
  { platform, reads, now }: PlanContext,
): Promise<UndoPlan> {
  const state = stateAfter<SlotState, SlotEvent>(slot, await reads.stream(stream))
  const signups = state.status === 'open' ? state.signups.length : 0
  const command = { type: 'DeleteSlot', data: {}, metadata: { now } } as const
  return {
    steps: [step(deleteSlotDecider, { stream, command })],
    also: [
      ...(signups > 0 ? [`${count(signups, 'sign-up goes', 'sign-ups go')} with the slot.`] : []),
      ...(isAnyMailed(state)
        ? [emailed(platform.configuration, 'Those who signed up get an email that says so.', signedUp)]
        : []),
    ],
  }
}

const signedUp = 'those who signed up'
const heardOfSlot = 'Anyone who was emailed about this slot gets another email with the change.'

/** Walk-ins have no address. */
const isAnyMailed = (state: SlotState): boolean =>
  state.status === 'open' && state.signups.some(({ email }) => email !== '')

const isArrival = ({ type }: RecordedEvent<SignupEvent>) => type === 'CheckedIn' || type === 'RemovedSignupCheckedIn'

/** Sign-ups name their team, and stay when it goes. */
async function withTeam({ current }: Platform, stream: string): Promise<string[]> {
  const signups = await countSignupsOfTeam(current, stream.slice('team-'.length))
  return signups === 0
    ? []
    : [
        `${count(signups, 'sign-up', 'sign-ups')} for the dinner came from its captain and ${signups === 1 ? 'stays' : 'stay'}.`,
      ]
}

const endsOfTeams = ['TeamRemoved', 'TeamWithdrawn']

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
  also: async ({ type, stream }) => (endsOfTeams.includes(type) ? withTeam(platform, stream) : []),
})
