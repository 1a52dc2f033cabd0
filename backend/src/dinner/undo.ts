import { dinnerEvents, type NoteEvent } from '@ultimate/events/dinner/events.ts'
import * as session from '@ultimate/events/dinner/session.ts'
import * as signup from '@ultimate/events/dinner/signup.ts'
import * as notes from '@ultimate/events/dinner/signup-notes.ts'
import * as slot from '@ultimate/events/dinner/slot.ts'
import type { Notes } from '@ultimate/events/language/notes.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import type { Platform } from '../platform/module.ts'
import { summarizeNotes } from '../platform/staff-notes.ts'
import { stateAfter } from '../platform/state-after.ts'
import { bindUndos, buildStep, type ModuleUndo, summarizeWith, type UndoRules } from '../platform/undo.ts'
import { countSignupsOfTeam } from './read/signups.view.ts'
import {
  planCheckInAgain,
  planEmptyDishAgain,
  planMoveDish,
  planPutBackDish,
  planReopenArrival,
  planUndoCheckIn,
} from './undo/dish-plans.ts'
import { sessionAfter } from './undo/plan-context.ts'
import { planRestoreSlot } from './undo/restore-slot.ts'
import { forgottenReason } from './undo/sentences.ts'
import { planRevertDinner } from './undo/session-plans.ts'
import { planCancelSignup, planCorrectSignup, planNameAllergens, planRestoreSignup } from './undo/signup-plans.ts'
import { planChangeSlot, planDeleteSlot } from './undo/slot-plans.ts'
import { summarizeSession, summarizeSignup, summarizeSlot } from './undo/summaries.ts'
import { readOccupiedLayout } from './write/session.route.ts'

/**
 * How each event is undone. Its plan is named after what it does.
 *
 * An undo is possible until what the event changed changes again, in words of the stream's summary (`summaries.ts`).
 * `preventedBy` names the parts that count instead, such as `Slot`; with `[]`, the plan alone decides. An event that
 * `followsFromOthers` is undone with the other events of its request.
 */
const dinnerRules: UndoRules<typeof dinnerEvents, Platform> = {
  SlotAdded: { preventedBy: ['Slot'], plan: planDeleteSlot },
  SlotChanged: { plan: planChangeSlot },
  // If an undo was interrupted, the next one completes it, so no later change prevents it.
  SlotDeleted: { preventedBy: [], plan: planRestoreSlot },
  SlotRestored: { preventedBy: ['Slot'], plan: planDeleteSlot },
  // Other sign-ups change the same parts of a slot's summary, so these plans check what became of this sign-up.
  SignedUp: { preventedBy: [], plan: planCancelSignup },
  SignupRestored: { preventedBy: [], followsFromOthers: true, plan: planCancelSignup },
  WalkedIn: { preventedBy: [], plan: planCancelSignup },
  SignupCorrected: { preventedBy: [], plan: planCorrectSignup },
  AllergensNamed: { preventedBy: [], plan: planNameAllergens },
  CheckedIn: { preventedBy: ['Check-in'], plan: planUndoCheckIn },
  CheckInUndone: { plan: planCheckInAgain },
  DishMoved: { plan: planMoveDish },
  DishEmptied: { plan: planPutBackDish },
  DishPutBack: { plan: planEmptyDishAgain },
  RemovedSignupCheckedIn: { plan: planUndoCheckIn },
  ArrivalDismissed: { plan: planReopenArrival },
  SignupReinstated: { followsFromOthers: true, plan: planCancelSignup },
  SignupWithdrawn: {
    findReasonAgainst: ({ reason }) => (reason === 'slot-deleted' ? 'Its slot was deleted. Undo that instead.' : null),
    // If an undo was interrupted, the next one completes it, so no later change prevents it.
    preventedBy: [],
    plan: planRestoreSignup,
  },
  SignupNoteAdded: {
    plan: async ({ data: { signupId, slotId, noteId }, metadata: { stream } }, { now }) => {
      const command = { type: 'RemoveSignupNote', data: { signupId, slotId, noteId }, metadata: { now } } as const
      return { steps: [buildStep(notes.removeSignupNoteDecider, { stream, command })] }
    },
  },
  SignupNoteRemoved: {
    plan: async ({ data, metadata: { stream } }, { earlierEvents, now }) => {
      const earlierNotes = stateAfter<Notes, NoteEvent>(notes, earlierEvents)
      const text = earlierNotes.find(({ id }) => id === data.noteId)?.text ?? ''
      if (text === '') return forgottenReason
      const command = { type: 'AddSignupNote', data: { ...data, text }, metadata: { now } } as const
      return { steps: [buildStep(notes.addSignupNoteDecider, { stream, command })] }
    },
  },
  LayoutChanged: {
    plan: async ({ metadata: { stream } }, { platform, earlierEvents, now, reads }) => {
      const { warmingSlots, buffetSlots } = sessionAfter(earlierEvents)
      const occupied = await reads.once(readOccupiedLayout, platform.current)
      const data = { layout: { warmingSlots, buffetSlots }, occupied }
      const command = { type: 'ChangeLayout', data, metadata: { now } } as const
      return { steps: [buildStep(session.changeLayoutDecider, { stream, command })] }
    },
  },
  DinnerStarted: { plan: planRevertDinner },
  DinnerFinished: {
    plan: async ({ metadata: { stream } }, { now }) => {
      const command = { type: 'ResumeDinner', data: {}, metadata: { now } } as const
      return { steps: [buildStep(session.resumeDinnerDecider, { stream, command })] }
    },
  },
  DinnerResumed: {
    plan: async ({ metadata: { stream } }, { now }) => {
      const command = { type: 'FinishDinner', data: {}, metadata: { now } } as const
      return { steps: [buildStep(session.finishDinnerDecider, { stream, command })] }
    },
  },
  DinnerReset: { plan: planRevertDinner },
  DinnerReverted: { plan: planRevertDinner },
}

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
    slot: summarizeWith(slot, summarizeSlot, { presence: 'Slot' }),
    signup: summarizeWith(signup, summarizeSignup, { presence: 'Sign-up' }),
    notes: summarizeWith(notes, summarizeNotes),
    dinner: summarizeWith(session, summarizeSession),
  },
  findEdition: () => platform.current.edition,
  describeConsequences: async ({ type, stream }) =>
    teamEnds.includes(type) ? describeSignupsOfTeam(platform, stream) : [],
})
