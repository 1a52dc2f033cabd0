import type { NoteEvent } from '@ultimate/events/dinner/events.ts'
import * as notes from '@ultimate/events/dinner/signup-notes.ts'
import type { Notes } from '@ultimate/events/language/notes.ts'
import { stateAfter } from '../../platform/state-after.ts'
import { buildStep, type ReasonAgainst, type UndoPlan } from '../../platform/undo.ts'
import type { PlanContext, Recorded } from './plan-context.ts'
import { forgottenReason } from './sentences.ts'

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
