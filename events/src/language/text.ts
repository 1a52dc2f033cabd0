import { z } from 'zod'

// PostgreSQL cannot store NUL, and the other control characters have no place in a name. Line breaks and tabs
// are welcome in longer texts only. A lone surrogate is no character and cannot be encoded as UTF-8.
const controlInLine = /\p{Cc}/u
const controlInParagraph = /[^\P{Cc}\n\r\t]/u

const cannotStore = 'Please remove the characters that cannot be shown.'

function printable(control: RegExp, max: number) {
  return z
    .string()
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(max, `Please use at most ${max} characters.`)
        .refine((value) => !control.test(value) && value.isWellFormed(), cannotStore),
    )
}

/** One line of text, trimmed and in Unicode form C, at most `max` UTF-16 units; may be empty. */
export const line = (max: number) => printable(controlInLine, max)

/** Text of several lines, otherwise as {@link line}. */
export const paragraph = (max: number) => printable(controlInParagraph, max)

/** One line that must not be blank; `message` is said when it is. */
export const requiredLine = (max: number, message: string) => line(max).refine((value) => value.length > 0, message)
