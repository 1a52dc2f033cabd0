import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { tdOnly } from '../language/roles.ts'
import { maxEmailLength } from '../language/text/email.ts'
import { codeLine, isVisible, line, requiredLine } from '../language/text/text.ts'
import { forgetRequestApi } from '../platform/api.ts'

const optionalId = requiredLine(120, 'This names no person.').optional()

/** The person that a request to forget is about: exactly one of these. */
const personReference = z
  .strictObject({
    /** Everything under this address. */
    email: codeLine(maxEmailLength).refine(isVisible, 'An e-mail address is required.').optional(),
    /** Captain and alternate of this team. */
    team: optionalId,
    /** The person who signed up, or walked in. */
    signup: optionalId,
    /** A current or former user. */
    user: optionalId,
  })
  .refine((body) => Object.keys(body).length === 1, 'Name one of email, team, signup and user.')
export type PersonReference = z.output<typeof personReference>

/** Sentences for the TD: what can no longer be read, and what is still known. */
const forgetting = z.strictObject({ unreadable: z.array(z.string()), remains: z.array(z.string()) })
export type Forgetting = z.output<typeof forgetting>

/** A request that waits for a TD; the oldest is listed first. `until` is when it ends automatically. */
const forgetRequest = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
})
export type ForgetRequest = z.output<typeof forgetRequest>

/** The words of the TD to the person. */
export const declineReason = requiredLine(500, 'Say why, in a few words: it is their answer.')

/** Calls about people, as users, captains or volunteers. Part of `staffApi`. */
export const peopleApi = {
  forgetPerson: endpoint({
    method: 'POST',
    path: '/api/people/forget',
    summary:
      'Forget a person for good: their data becomes unreadable everywhere, and an account ends; with `preview=true` nothing changes. The answer is the same whether anything was found or not',
    allow: tdOnly,
    query: z.strictObject({ preview: z.enum(['true', 'false']).optional() }),
    body: personReference,
    answers: { 200: forgetting },
    errors: ['OWN_ACCOUNT', 'LAST_TD', 'FORGETTING_MAIL_WAITS'],
  }),
  ...forgetRequestApi,
  forgetRequests: endpoint({
    method: 'GET',
    path: '/api/people/forget-requests',
    summary: 'List who asked to be forgotten and waits for an answer, oldest first',
    allow: tdOnly,
    personal: true,
    answers: { 200: z.strictObject({ requests: z.array(forgetRequest) }) },
  }),
  declineForgetting: endpoint({
    method: 'POST',
    path: '/api/people/forget-requests/{id}/decline',
    summary: 'Decline a request to be forgotten; the person is mailed the reason',
    allow: tdOnly,
    params: z.strictObject({ id: line(120) }),
    body: z.strictObject({ reason: declineReason }),
    answers: { 204: null },
    errors: ['FORGET_REQUEST_NOT_FOUND'],
  }),
}
