import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'

/**
 * The request to be forgotten, for the owner of any private link. Part of `staffApi`; here because the kit sends it for
 * all parts.
 */
export const forgetRequestApi = {
  requestForgetting: endpoint({
    method: 'POST',
    path: '/api/people/forget-requests',
    summary:
      'Ask to be forgotten, with the token of a private link that was mailed: to a bid, or to sign-ups for the dinner. A TD decides. The answer is the same whether the link is good or not',
    allow: 'everyone',
    ignoresToken: true,
    personal: true,
    body: z.strictObject({ link: z.string().max(2000) }),
    answers: { 202: z.strictObject({}) },
    limit: { name: 'forget-request', seconds: 15 * 60, perNetwork: 60, refusedPerNetwork: 600 },
  }),
}
