import type { TimedCommand } from '../language/command.ts'
import { isRemovable, isShown, type Notes, withNote, withoutNote } from '../language/notes.ts'
import type { NoteEvent } from './events.ts'

/** Notes have their own stream: check-ins compare the version of the sign-up's stream, which a note must not change. */
export const notesStream = (signupId: string): string => `notes-${signupId}`

export const initialState = (): Notes => []

export const evolve = (notes: Notes, { type, data }: NoteEvent): Notes =>
  type === 'SignupNoteAdded' ? withNote(notes, data) : withoutNote(notes, data.noteId)

type NoteKey = {
  readonly signupId: string
  readonly slotId: string
  readonly noteId: string
}
export type AddSignupNote = TimedCommand<'AddSignupNote', NoteKey & { readonly text: string }>

export const addSignupNote = ({ data }: AddSignupNote, notes: Notes): NoteEvent[] =>
  isShown(notes, data.noteId) ? [] : [{ type: 'SignupNoteAdded', data }]

export const addSignupNoteDecider = { decide: addSignupNote, evolve, initialState }

export type RemoveSignupNote = TimedCommand<'RemoveSignupNote', NoteKey>

export const removeSignupNote = ({ data }: RemoveSignupNote, notes: Notes): NoteEvent[] =>
  isRemovable(notes, data.noteId) ? [{ type: 'SignupNoteRemoved', data }] : []

export const removeSignupNoteDecider = { decide: removeSignupNote, evolve, initialState }
