import { ApiError } from '@ultimate/kit/api.ts'
import { knownErrors, type Refused } from './field-errors.ts'

/** What became of a form that was sent. Rejects when it is not known whether it arrived. */
export async function refusedOr<Field extends string, Outcome>(
  fields: readonly Field[],
  send: () => Promise<Outcome>,
): Promise<Outcome | Refused<Field>> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'UNKNOWN') throw error
    return { kind: 'refused', sentence: error.message, errors: knownErrors(fields, error.fields) }
  }
}
