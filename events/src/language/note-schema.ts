import { z } from 'zod'
import { maxNoteLength } from './notes.ts'
import { requiredParagraph } from './text/text.ts'

/** A note as calls answer it. */
export const note = z.strictObject({
  id: z.string(),
  text: z.string(),
  /** Null for the system and for a forgotten user. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
})
export type ShownNote = z.infer<typeof note>

/** The body of a call that adds a note. */
export const newNote = z.strictObject({ text: requiredParagraph(maxNoteLength, 'Please write something.') })

export const noteId = z.string().max(64)
