import { z } from 'zod'

// PostgreSQL cannot store NUL, and the other control characters have no place in a name. Line breaks and tabs
// are welcome in longer texts only. A lone surrogate is no character and cannot be encoded as UTF-8.
const controlInLine = /\p{Cc}/u
const controlInParagraph = /[^\P{Cc}\n\r\t]/u

// What turns the direction of the text behind it turns the line of a list, a mail or a log that the name stands in.
// Right-to-left scripts need none of it. Marks without extent (LRM, RLM, ALM) help to order longer mixed texts.
const directionInLine = /\p{Bidi_Control}/u
const directionInParagraph = /[\u202A-\u202E\u2066-\u2069]/

/**
 * Composing sorts the marks of a letter, in time that grows with the square of their number. Ten are more than any
 * living script puts on one.
 */
const heapOfMarks = /\p{M}{11}/u
/** No character is made of more units than this once it is decomposed. */
const unitsPerCharacter = 4

export const cannotStore = 'Please remove the characters that cannot be shown.'
const tooManyMarks = 'Please use at most 10 accents or marks on one letter.'
const notText = 'This must be text.'
// Joiners, variation selectors and fillers draw nothing by themselves: a name made of them alone looks blank.
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** True where the text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text)

/**
 * The length is looked at before anything else is done, then the marks, and only then is the text composed; so the
 * work stays in proportion to what is accepted, for any input.
 */
function printable(refused: readonly RegExp[], max: number, whenMissing: string) {
  const tooLong = { error: `Please use at most ${max} characters.`, abort: true }
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? whenMissing : notText) })
    .max(max * unitsPerCharacter, tooLong)
    .refine((value) => !heapOfMarks.test(value), { error: tooManyMarks, abort: true })
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(max, tooLong)
        .refine((value) => value.isWellFormed() && !refused.some((one) => one.test(value)), {
          error: cannotStore,
          abort: true,
        }),
    )
}

/**
 * One line of text, trimmed and in Unicode form C, at most `max` UTF-16 units; may be empty. `whenMissing` is
 * said where there is no such field.
 */
export const line = (max: number, whenMissing: string = notText) =>
  printable([controlInLine, directionInLine], max, whenMissing)

/** Text of several lines, otherwise as {@link line}. */
export const paragraph = (max: number) => printable([controlInParagraph, directionInParagraph], max, notText)

/** One line that must not be blank; `message` is said when it is. */
export const requiredLine = (max: number, message: string) => line(max, message).refine(isVisible, message)

/** One line for which a stricter rule follows that has a sentence of its own for every character it refuses. */
export const rawLine = (max: number, whenMissing: string = notText) => printable([controlInLine], max, whenMissing)
