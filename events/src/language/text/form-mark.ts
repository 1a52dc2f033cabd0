import { z } from 'zod'
import { DomainError, type ErrorRegistry } from '../domain-error.ts'

/** No person fills in a public form faster than this. A screen that is asked to send earlier waits until then. */
export const minFillMs = 2000

/**
 * A form's report of how it was filled in. Programs that fill in every field they find, and send at once, give
 * themselves away. Programs that call the API without a form send no report; only the number of their calls is limited.
 */
export const formMark = z.strictObject({
  /** The time from opening the form to sending it. */
  filledMs: z.int('This must be a whole number of milliseconds.').min(0),
  /** Content of a field that people neither see nor reach. */
  website: z.string().max(2000),
})
export type FormMark = z.infer<typeof formMark>

export const formMarkErrors = {
  FORM_FILLED_TOO_FAST: { status: 422, message: 'That was faster than anybody types. Please send it once more.' },
  FORM_TRAP_FILLED: {
    status: 422,
    message: 'A hidden field was filled in, perhaps by your browser. Please send it once more.',
  },
} as const satisfies ErrorRegistry

const formMarkError = (code: keyof typeof formMarkErrors): DomainError =>
  new DomainError(code, formMarkErrors[code].message)

/** @throws DomainError where a program, not a person, seems to have filled in the form */
export function rejectBots(mark: FormMark | undefined): void {
  if (!mark) return
  if (mark.website !== '') throw formMarkError('FORM_TRAP_FILLED')
  if (mark.filledMs < minFillMs) throw formMarkError('FORM_FILLED_TOO_FAST')
}
