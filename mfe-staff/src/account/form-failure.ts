import type { FieldErrors } from '@ultimate/kit/form/field-errors.ts'

/** Returns the failure of a form, unless a field shows the same message: the server may report one message as both. */
export const withoutRepetition = (failure: string | null, errors: FieldErrors<string>): string | null =>
  failure !== null && Object.values(errors).includes(failure) ? null : failure
