import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import * as session from '@ultimate/events/dinner/session.ts'
import * as signup from '@ultimate/events/dinner/signup.ts'
import * as notes from '@ultimate/events/dinner/signup-notes.ts'
import * as slot from '@ultimate/events/dinner/slot.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import type { Platform } from '../platform/module.ts'
import { summarizeNotes } from '../platform/staff-notes.ts'
import { bindUndos, type ModuleUndo, type PartNameOf, summarizeWith, type UndoRules } from '../platform/undo.ts'
import { countSignupsOfTeam } from './read/signups.view.ts'
import {
  planCheckInAgain,
  planEmptyDishAgain,
  planMoveDish,
  planPutBackDish,
  planReopenArrival,
  planUndoCheckIn,
} from './undo/dish-plans.ts'
import { planChangeLayout, planFinishDinner, planResumeDinner, planRevertDinner } from './undo/session-plans.ts'
import {
  planAddSignupNote,
  planCancelSignup,
  planCorrectSignup,
  planNameAllergens,
  planRemoveSignupNote,
  planRestoreSignup,
} from './undo/signup-plans.ts'
import { planChangeSlot, planDeleteSlot, planRestoreSlot } from './undo/slot-plans.ts'
import { summarizeSession, summarizeSignup, summarizeSlot } from './undo/summaries.ts'

type SlotPartName = PartNameOf<ReturnType<typeof summarizeSlot>>

/**
 * How each event is undone: by a plan that is named after what it does.
 *
 * An undo is refused once a part that the event changed has changed again: if `SlotChanged` gave a slot another name, a
 * later change of the name prevents the undo. The parts are those of the stream's summary, which is what staff see of
 * it (`undo/summaries.ts`). `preventedBy` names other parts instead. With `[]`, no later change prevents the undo, and
 * the plan itself checks whether it still makes sense.
 *
 * An event with `followsFromOthers` is skipped, because the undo of the other events of its request undoes it too. If a
 * request has only such events, the last one is undone.
 */
const dinnerRules: UndoRules<typeof dinnerEvents, Platform, SlotPartName> = {
  // Only the part `Slot` counts, which shows whether the slot is there. Each new sign-up changes other parts.
  SlotAdded: { preventedBy: ['Slot'], plan: planDeleteSlot },
  SlotChanged: { plan: planChangeSlot },
  // No later change prevents this undo, because a second try has to complete one that was interrupted.
  SlotDeleted: { preventedBy: [], plan: planRestoreSlot },
  SlotRestored: { preventedBy: ['Slot'], plan: planDeleteSlot },
  // Other sign-ups change the same parts of the slot's summary. So from here down to `AllergensNamed`, no later change
  // prevents the undo, and the plan checks what became of this sign-up.
  SignedUp: { preventedBy: [], plan: planCancelSignup },
  // Restoring one sign-up stores only this event and `SignupReinstated`, so the last of them is undone, with a plan for
  // both. Restoring a slot stores `SlotRestored` as well, whose undo is enough.
  SignupRestored: { preventedBy: [], followsFromOthers: true, plan: planCancelSignup },
  WalkedIn: { preventedBy: [], plan: planCancelSignup },
  SignupCorrected: { preventedBy: [], plan: planCorrectSignup },
  AllergensNamed: { preventedBy: [], plan: planNameAllergens },
  CheckedIn: { plan: planUndoCheckIn },
  CheckInUndone: { plan: planCheckInAgain },
  DishMoved: { plan: planMoveDish },
  DishEmptied: { plan: planPutBackDish },
  DishPutBack: { plan: planEmptyDishAgain },
  RemovedSignupCheckedIn: { plan: planUndoCheckIn },
  ArrivalDismissed: { plan: planReopenArrival },
  SignupReinstated: { followsFromOthers: true, plan: planCancelSignup },
  SignupWithdrawn: {
    findReasonAgainst: ({ reason }) => (reason === 'slot-deleted' ? 'Its slot was deleted. Undo that instead.' : null),
    // As for `SlotDeleted`.
    preventedBy: [],
    // The plan also gives the sign-up its place again, so `SignupRemoved` has no rule.
    plan: planRestoreSignup,
  },
  SignupNoteAdded: { plan: planRemoveSignupNote },
  SignupNoteRemoved: { plan: planAddSignupNote },
  LayoutChanged: { plan: planChangeLayout },
  DinnerStarted: { plan: planRevertDinner },
  DinnerFinished: { plan: planResumeDinner },
  DinnerResumed: { plan: planFinishDinner },
  DinnerReset: { plan: planRevertDinner },
  DinnerReverted: { plan: planRevertDinner },
}

/** Warns that the sign-ups of a team stay when it is removed. */
async function warnOfSignupsThatStay({ current }: Platform, stream: string): Promise<string[]> {
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
  // `presence` is the part that shows whether the slot, or the sign-up, is there. If it changes, staff see only this
  // part.
  summaries: {
    slot: summarizeWith(slot, summarizeSlot, { presence: 'Slot' }),
    signup: summarizeWith(signup, summarizeSignup, { presence: 'Sign-up' }),
    notes: summarizeWith(notes, summarizeNotes),
    dinner: summarizeWith(session, summarizeSession),
  },
  findEdition: () => platform.current.edition,
  describeConsequences: async ({ type, stream }) =>
    teamEnds.includes(type) ? warnOfSignupsThatStay(platform, stream) : [],
})
