import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { adminOrTd } from '../../language/roles.ts'
import { signupId } from './signup-api.ts'

/** A person who was checked in by an offline device, and whose sign-up was removed before the check-in arrived. */
export const undecidedArrival = z.strictObject({
  signup_id: signupId,
  person_name: z.string(),
  slot_name: z.string(),
  /** The moment they came. */
  at: z.iso.datetime(),
  /** The name of the user who checked them in first. */
  by: z.string().nullable(),
})
export type UndecidedArrival = z.infer<typeof undecidedArrival>

const arrivals = z.strictObject({ arrivals: z.array(undecidedArrival) })

export const arrivalApi = {
  listUndecided: endpoint({
    method: 'GET',
    path: '/api/dinner-management/undecided',
    summary: 'List who was checked in before it was known that their sign-up was removed, the earliest first',
    allow: adminOrTd,
    answers: { 200: arrivals },
    personal: true,
  }),
  decideArrival: endpoint({
    method: 'POST',
    path: '/api/dinner-management/undecided/{signup_id}',
    summary:
      'Restore the removed sign-up of a person who came all the same, checked in; or leave it removed. Answers with the rest',
    allow: adminOrTd,
    params: z.strictObject({ signup_id: signupId }),
    body: z.strictObject({ decision: z.enum(['restore', 'dismiss'], 'Please restore or dismiss.') }),
    answers: { 200: arrivals },
    errors: ['NOT_UNDECIDED', 'SLOT_DELETED'],
    personal: true,
  }),
}
