import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { tdOnly } from '../language/roles.ts'
import { longestEmail } from '../language/text/email.ts'
import { requiredLine } from '../language/text/text.ts'

const id = requiredLine(120, 'This names no person.').optional()

/** Whom a request to forget means: exactly one of these. */
const personReference = z
  .strictObject({
    /** Everything under this address. */
    email: requiredLine(longestEmail, 'An e-mail address is required.').optional(),
    /** Captain and alternate of this team. */
    team: id,
    /** Who signed up, or walked in. */
    signup: id,
    /** A current or former user. */
    user: id,
  })
  .refine((body) => Object.keys(body).length === 1, 'Name one of email, team, signup and user.')
export type PersonReference = z.output<typeof personReference>

/** In sentences, for the TD: what can no longer be read, and what is still known. */
const forgetting = z.strictObject({ unreadable: z.array(z.string()), remains: z.array(z.string()) })
export type Forgetting = z.output<typeof forgetting>

/** Calls about people, as users, captains or volunteers. Part of `staffApi`. */
export const peopleApi = {
  forgetPerson: endpoint({
    method: 'POST',
    path: '/api/people/forget',
    summary:
      'Forget a person for good: their data becomes unreadable everywhere, and an account ends; with `preview=true` nothing changes. Answers alike whether anything was found or not',
    allow: tdOnly,
    query: z.strictObject({ preview: z.enum(['true', 'false']).optional() }),
    body: personReference,
    answers: { 200: forgetting },
    errors: ['OWN_ACCOUNT', 'LAST_TD'],
    personal: true,
  }),
}
