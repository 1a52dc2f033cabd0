import { z } from 'zod'

// PostgreSQL cannot store NUL, and the other control characters have no place in a name. Line breaks and tabs
// are welcome in longer texts only. A lone surrogate is no character and cannot be encoded as UTF-8.
const controlInLine = /\p{Cc}/u
const controlInParagraph = /[^\P{Cc}\n\r\t]/u

const cannotStore = 'Please remove the characters that cannot be shown.'
const notText = 'This must be text.'
// Joiners, variation selectors and fillers draw nothing by themselves: a name made of them alone looks blank.
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

function printable(control: RegExp, max: number, whenMissing: string) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? whenMissing : notText) })
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(max, `Please use at most ${max} characters.`)
        .refine((value) => !control.test(value) && value.isWellFormed(), cannotStore),
    )
}

/**
 * One line of text, trimmed and in Unicode form C, at most `max` UTF-16 units; may be empty. `whenMissing` is
 * said where there is no such field.
 */
export const line = (max: number, whenMissing: string = notText) => printable(controlInLine, max, whenMissing)

/** Text of several lines, otherwise as {@link line}. */
export const paragraph = (max: number) => printable(controlInParagraph, max, notText)

/** One line that must not be blank; `message` is said when it is. */
export const requiredLine = (max: number, message: string) =>
  line(max, message).refine((value) => visible.test(value), message)
