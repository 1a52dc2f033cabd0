import { defineErrors } from './domain-error.ts'

// Separate from the schema of a note: browsers run the rules without making schemas.

/** A note that staff wrote about a team or a person, for each other. One that was removed may come back. */
export interface Note {
  readonly id: string
  readonly text: string
  readonly isRemoved: boolean
}
export type Notes = readonly Note[]

/** UTF-16 units. */
export const maxNoteLength = 1000

export const noteNotFound = { status: 404, message: 'There is no such note.' } as const

const noteErrors = /* @__PURE__ */ defineErrors({ NOTE_NOT_FOUND: noteNotFound })

/** Adds a note, or shows a removed one again in its place. */
export function withNote(notes: Notes, { noteId: id, text }: { noteId: string; text: string }): Notes {
  const shownNote = { id, text, isRemoved: false }
  return notes.some((note) => note.id === id)
    ? notes.map((note) => (note.id === id ? shownNote : note))
    : [...notes, shownNote]
}

export const withoutNote = (notes: Notes, noteId: string): Notes =>
  notes.map((note) => (note.id === noteId ? { ...note, isRemoved: true } : note))

/** Returns whether the note is there and not removed. */
export const isShown = (notes: Notes, noteId: string): boolean =>
  notes.some(({ id, isRemoved }) => id === noteId && !isRemoved)

/**
 * Returns whether the note is still shown, so that removing it changes something.
 *
 * @throws NOTE_NOT_FOUND for an id that no note ever had
 */
export function isRemovable(notes: Notes, noteId: string): boolean {
  const note = notes.find(({ id }) => id === noteId) ?? noteErrors.fail('NOTE_NOT_FOUND')
  return !note.isRemoved
}
