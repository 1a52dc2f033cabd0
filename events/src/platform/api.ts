import { z } from 'zod'
import { endpoint, type OperationsOf } from '../language/endpoint.ts'
import { refusalsOf } from '../language/refusal.ts'

/** What a screen can follow live; a module says which of its facts touch which topic. */
export const topics = ['teams', 'pools', 'slots', 'signups', 'board', 'photos', 'users'] as const
export type Topic = (typeof topics)[number]

/** Refusals that any call may answer with. */
export const platformRefusals = refusalsOf({
  MALFORMED: { status: 400, message: 'The request could not be read.' },
  NO_TOKEN: { status: 401, message: 'Please log in.' },
  INVALID_SIGNATURE: {
    status: 401,
    message: 'Your session has expired due to a server update. Please refresh the page and log in again.',
  },
  TOKEN_EXPIRED: { status: 401, message: 'Your session has expired. Please log in again.' },
  TOKEN_REVOKED: { status: 401, message: 'Your password was changed elsewhere. Please log in again.' },
  USER_REMOVED: { status: 401, message: 'This account no longer exists.' },
  GATE_CLOSED: { status: 401, message: 'Please enter the test password first.' },
  WRONG_GATE_PASSWORD: { status: 401, message: 'Incorrect password. Please try again.' },
  FORBIDDEN: { status: 403, message: 'Your role does not allow this.' },
  INVALID_FIELDS: { status: 422, message: 'Please fix the errors and submit again.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This idempotency key was used for another request.' },
  STALE: { status: 412, message: 'Somebody else changed this in the meantime.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.' },
})

export const platformApi = {
  readGate: endpoint({
    method: 'GET',
    path: '/api/gate',
    summary: 'Whether the testing gate is on, and open for this visitor',
    allow: 'everyone',
    beforeGate: true,
    answers: { 200: z.strictObject({ enabled: z.boolean(), open: z.boolean() }) },
  }),
  openGate: endpoint({
    method: 'POST',
    path: '/api/gate',
    summary: 'Open the testing gate with the test password',
    allow: 'everyone',
    beforeGate: true,
    body: z.strictObject({ password: z.string().max(1000) }),
    answers: { 204: null },
    refusals: ['WRONG_GATE_PASSWORD'],
  }),
}
export type PlatformOperations = OperationsOf<typeof platformApi>
