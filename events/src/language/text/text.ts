import { z } from 'zod'
import { cleanCode, cleanLine, cleanName, cleanParagraph } from './clean.ts'

// PostgreSQL cannot store NUL, and the other control characters have no place in a name. Line breaks and tabs
// are welcome in longer texts only. A lone surrogate is no character and cannot be encoded as UTF-8.
const controlInLine = /\p{Cc}/u
const controlInParagraph = /[^\P{Cc}\n\r\t]/u

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
// Joiners, variation selectors and fillers draw nothing: a name made of them alone looks blank.
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Returns whether the text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text)

/**
 * First the length is checked. Then the text is cleaned, its marks are counted, and only then is it composed. So the work
 * stays in proportion to what is accepted, for any input.
 */
function printable(clean: (text: string) => string, forbidden: RegExp, max: number, whenMissing: string) {
  const tooLong = { error: `Please use at most ${max} characters.`, abort: true }
  return (
    z
      .string({ error: ({ input }) => (input === undefined || input === null ? whenMissing : notText) })
      .max(max * unitsPerCharacter, tooLong)
      // The line above counts an emoji as one, but the time of cleaning grows with UTF-16 units.
      .refine((value) => value.length <= max * unitsPerCharacter, tooLong)
      .transform(clean)
      .refine((value) => !heapOfMarks.test(value), { error: tooManyMarks, abort: true })
      .transform((value) => value.normalize('NFC').trim())
      .pipe(
        z
          .string()
          .max(max, tooLong)
          .refine((value) => value.isWellFormed() && !forbidden.test(value), {
            error: cannotStore,
            abort: true,
          }),
      )
  )
}

/**
 * One line of text, cleaned, trimmed and in Unicode form C, at most `max` UTF-16 units; may be empty. `whenMissing` is
 * the message where there is no such field.
 */
export const line = (max: number, whenMissing: string = notText) =>
  printable(cleanLine, controlInLine, max, whenMissing)

/** Text of several lines, otherwise as {@link line}. */
export const paragraph = (max: number) => printable(cleanParagraph, controlInParagraph, max, notText)

/** One line that must not be blank; `message` is shown when it is. */
export const requiredLine = (max: number, message: string) => line(max, message).refine(isVisible, message)

/** Text of several lines that must not be blank; `message` is shown when it is. */
export const requiredParagraph = (max: number, message: string) =>
  printable(cleanParagraph, controlInParagraph, max, message).refine(isVisible, message)

/** The name of a person or a team, otherwise as {@link line}. */
export const nameLine = (max: number, whenMissing: string = notText) =>
  printable(cleanName, controlInLine, max, whenMissing)

/** A name that must not be blank; `message` is shown when it is. */
export const requiredName = (max: number, message: string) => nameLine(max, message).refine(isVisible, message)

/** A phone, an address or a username: nothing invisible in it, and hyphens for all dashes. */
export const codeLine = (max: number, whenMissing: string = notText) =>
  printable(cleanCode, controlInLine, max, whenMissing)

/** One line that is taken as it is, to be compared with a stored text. */
export const rawLine = (max: number, whenMissing: string = notText) =>
  printable((text) => text, controlInLine, max, whenMissing)
