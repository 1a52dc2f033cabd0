import type { EventMetadata } from '@ultimate/event-store/recorded-event.ts'
import type { ShownNote } from '@ultimate/events/language/note-schema.ts'
import type { Notes } from '@ultimate/events/language/notes.ts'
import type { StateSummary } from './undo.ts'

/** A note of staff in a row of a read model. A removed note stays, so that an undo can restore it unchanged. */
export type NoteInRow = Readonly<ShownNote> & { readonly removed: boolean }
type NotesInRow = readonly NoteInRow[]

/** Returns the notes of a row with this note, which may be new or removed. */
export function rowWithNote(
  notes: NotesInRow,
  { noteId: id, text }: { readonly noteId: string; readonly text: string },
  { actor, at, happenedAt }: EventMetadata,
): NotesInRow {
  if (notes.some((note) => note.id === id)) return markNote(notes, id, false)
  return [...notes, { id, text, by: actor.name, at: (happenedAt ?? at).toISOString(), removed: false }]
}

export const rowWithoutNote = (notes: NotesInRow, { noteId }: { readonly noteId: string }): NotesInRow =>
  markNote(notes, noteId, true)

const markNote = (notes: NotesInRow, id: string, removed: boolean): NotesInRow =>
  notes.map((note) => (note.id === id ? { ...note, removed } : note))

/** Returns the notes that are not removed. */
export const shownNotes = (notes: NotesInRow): ShownNote[] =>
  notes.filter(({ removed }) => !removed).map(({ id, text, by, at }) => ({ id, text, by, at }))

/** Sums up the notes for the preview of an undo. */
export const summarizeNotes = (notes: Notes): StateSummary =>
  Object.fromEntries(notes.map(({ text, isRemoved }, index) => [`Note ${index + 1}`, isRemoved ? '' : text]))
