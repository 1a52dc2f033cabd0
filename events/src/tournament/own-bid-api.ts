import { z } from 'zod'
import type { ErrorDefinition } from '../language/domain-error.ts'
import { endpoint, type RateLimit } from '../language/endpoint.ts'
import { adminOrTd } from '../language/roles.ts'
import { answerTexts, correction, formFields } from './registration.ts'
import { divisions, teamStatuses } from './team.ts'
import { teamId } from './team-api.ts'

const linkToken = z.string().max(2000)

/** A bid as its captain gets it by the private link: all that was entered, and where it stands. */
const ownBid = z.strictObject({
  id: teamId,
  division: z.enum(divisions),
  /** The number among all bids that count; null where this one does not. */
  number: z.number().int().nullable(),
  status: z.enum(teamStatuses),
  paid: z.boolean(),
  /** The captain or staff removed the bid; null for a bid that is not removed. */
  out: z.enum(['captain', 'staff']).nullable(),
  bid: z.strictObject(answerTexts(formFields)),
})
export type OwnBid = z.infer<typeof ownBid>

export const ownBidErrors = {
  BID_LINK_INVALID: {
    status: 422,
    message: 'This link is not complete, or the bid has another address now. Please ask for a new one.',
  },
  BID_LINK_ENDED: {
    status: 410,
    message: 'This link was for an earlier tournament and ended with it. To play this year, please register your team.',
  },
  NO_BID_LINK: {
    status: 409,
    message: 'No private link was mailed for this bid: its address is not confirmed, or the captain was forgotten.',
  },
} as const satisfies Record<string, ErrorDefinition>

/** The errors of commands include `BID_LINK_REVOKED`. */
const linkErrors = ['BID_LINK_INVALID', 'BID_LINK_ENDED', 'BID_LINK_REVOKED'] as const

/** High enough for a club that corrects many bids from one network. */
const limit = {
  name: 'own-bid',
  seconds: 15 * 60,
  perNetwork: 2_000,
  rejectedPerNetwork: 600,
} as const satisfies RateLimit

/**
 * Calls of the captain, whom the token of a mailed private link identifies. This token is in the body, so that no log
 * contains it. `ignoresToken` is about the session's token.
 */
const byCaptain = { method: 'POST', allow: 'everyone', ignoresToken: true, limit } as const

export const ownBidApi = {
  readOwnBid: endpoint({
    ...byCaptain,
    path: '/api/bid',
    summary: 'Read a bid and where it stands, with the token of its private link',
    body: z.strictObject({ token: linkToken }),
    answers: { 200: ownBid },
    errors: [...linkErrors, 'TEAM_NOT_FOUND'],
  }),
  correctTeam: endpoint({
    ...byCaptain,
    path: '/api/bid/correct',
    summary:
      'Correct a bid with the token of its private link: all but its division. Another address gets a link of its own',
    body: correction.extend({ token: linkToken }),
    answers: { 200: ownBid },
    errors: [...linkErrors, 'TEAM_NOT_FOUND', 'TEAM_REMOVED'],
  }),
  withdrawTeam: endpoint({
    ...byCaptain,
    path: '/api/bid/withdraw',
    summary: 'Withdraw a bid with the token of its private link; staff can restore it',
    body: z.strictObject({ token: linkToken }),
    answers: { 200: ownBid },
    errors: [...linkErrors, 'TEAM_NOT_FOUND'],
  }),
  revokeOwnBidLink: endpoint({
    ...byCaptain,
    path: '/api/bid/revoke-link',
    summary: 'End the private link of a bid with its token; the captain is mailed a new one',
    body: z.strictObject({ token: linkToken }),
    answers: { 204: null },
    errors: [...linkErrors, 'TEAM_NOT_FOUND'],
  }),
  revokeBidLink: endpoint({
    method: 'POST',
    path: '/api/teams/{id}/revoke-link',
    summary: 'End the private link of a bid; its captain is mailed a new one',
    allow: adminOrTd,
    params: z.strictObject({ id: teamId }),
    answers: { 204: null },
    errors: ['TEAM_NOT_FOUND', 'NO_BID_LINK'],
  }),
}
