import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { NoteEvent } from '@ultimate/events/dinner/events.ts'
import { type NoteInRow, rowWithNote, rowWithoutNote } from '../../platform/staff-notes.ts'

/** The notes of staff about a sign-up. */
export type SignupNotesRow = {
  id: string
  notes: readonly NoteInRow[]
}

export const signupNotes = readModel<SignupNotesRow, NoteEvent>({
  table: 'dinner_signup_notes',
  version: 1,
  category: 'notes',
  columns: { id: { type: 'uuid' }, notes: { type: 'jsonb' } },
  rowsOf: ({ data }) => data.signupId,
  evolve: (row, event) => ({ id: event.data.signupId, notes: notesAfter(row?.notes ?? [], event) }),
})

function notesAfter(notes: SignupNotesRow['notes'], { type, data, metadata }: RecordedEvent<NoteEvent>) {
  switch (type) {
    case 'SignupNoteAdded':
      return rowWithNote(notes, data, metadata)
    case 'SignupNoteRemoved':
      return rowWithoutNote(notes, data)
  }
}
