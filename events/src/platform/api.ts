import { z } from 'zod'
import { defineErrors } from '../language/domain-error.ts'
import { endpoint, type OperationsOf } from '../language/endpoint.ts'
import { anyStaff, roles } from '../language/roles.ts'
import { accountErrors, editErrors } from './errors.ts'

/** A member of staff, as the session of a device and the list of users have it. */
export const user = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  is_verified: z.boolean(),
})
export type User = z.infer<typeof user>

/** The topics that a screen can follow live; a module declares which of its events touch which one. */
export const topics = [
  'teams',
  'pools',
  'schedule',
  'scores',
  'slots',
  'signups',
  'board',
  'photos',
  'announcements',
  'edition',
  'messages',
  'users',
  'parts',
] as const
export type Topic = (typeof topics)[number]

/** Errors that any call may answer with. */
export const platformErrors = defineErrors({
  ...editErrors.registry,
  MALFORMED: { status: 400, message: 'The request could not be read.' },
  NO_TOKEN: { status: 401, message: 'Please log in.' },
  INVALID_SIGNATURE: {
    status: 401,
    message: 'Your session has expired due to a server update. Please refresh the page and log in again.',
  },
  TOKEN_EXPIRED: { status: 401, message: 'Your session has expired. Please log in again.' },
  TOKEN_REVOKED: { status: 401, message: 'Your password was changed elsewhere. Please log in again.' },
  SIGNED_OUT: { status: 401, message: 'This device was signed out. Please log in again.' },
  ...accountErrors,
  GATE_CLOSED: { status: 401, message: 'Please enter the test password first.' },
  WRONG_GATE_PASSWORD: { status: 401, message: 'Incorrect password. Please try again.' },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    message: 'Your role needs a second factor. Set one up in Account Settings, then go on.',
  },
  FORBIDDEN: { status: 403, message: 'Your role does not allow this.' },
  TOO_SLOW: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  NOT_FOUND: { status: 404, message: 'There is nothing here.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take that kind of request.' },
  TOO_LARGE: { status: 413, message: 'This is too large to be accepted.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Please send this as application/json.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This idempotency key was used for another request.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  UNAVAILABLE: { status: 503, message: 'The site is briefly unavailable. Please try again in a moment.' },
})

/** The first message of a live stream. It reports all later changes, so what is shown has to be read now. */
export const liveReady = z.strictObject({ position: z.number().int() })

/**
 * An event that touched a topic. `*` for both means that many were missed, so that all of the topic is to be read
 * again.
 */
export const liveChange = z.strictObject({ stream: z.string(), type: z.string() })
export type LiveChange = z.infer<typeof liveChange>

/** Last message to a reader whose token is no longer valid; the same code and sentence as a 401 answer. */
export const liveSignedOut = z.strictObject({ code: z.string(), message: z.string() })
export type LiveSignedOut = z.infer<typeof liveSignedOut>

const knownTopics: ReadonlySet<string> = new Set(topics)

const topicList = z
  .string()
  .max(200)
  .transform((list) => list.split(',').filter((topic) => topic !== ''))
  .refine((list): list is Topic[] => list.every((topic) => knownTopics.has(topic)), `Topics are ${topics.join(', ')}.`)

export const platformApi = {
  readGate: endpoint({
    method: 'GET',
    path: '/api/gate',
    summary: 'Read whether the testing gate is on, and whether it is open for this visitor',
    allow: 'everyone',
    beforeGate: true,
    // An expired token must not keep its user out of the gate.
    ignoresToken: true,
    answers: { 200: z.strictObject({ enabled: z.boolean(), open: z.boolean() }) },
    personal: true,
  }),
  openGate: endpoint({
    method: 'POST',
    path: '/api/gate',
    summary: 'Open the testing gate with the test password',
    allow: 'everyone',
    beforeGate: true,
    // An expired token must not keep its user out of the gate.
    ignoresToken: true,
    body: z.strictObject({ password: z.string().max(1000) }),
    answers: { 204: null },
    errors: ['WRONG_GATE_PASSWORD'],
    limit: { name: 'gate', seconds: 15 * 60, rejectedPerNetwork: 20 },
  }),
  live: endpoint({
    method: 'GET',
    path: '/api/live',
    summary: 'Follow changes as server-sent events, each named by its topic; the first event is named `ready`',
    allow: 'everyone',
    query: z.strictObject({
      topics: topicList.optional(),
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    answers: { 200: null },
    errors: ['NO_TOKEN'],
    media: 'text/event-stream',
    personal: true,
  }),
  openApi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Read this description as an OpenAPI document',
    allow: 'everyone',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  }),
  docs: endpoint({
    method: 'GET',
    path: '/api/docs',
    summary: 'Read this description as a page',
    allow: 'everyone',
    answers: { 200: null },
    media: 'text/html',
  }),
}
export type PlatformOperations = OperationsOf<typeof platformApi>

/** The body of every answer that is not a success. `message` and `error` are the same sentence. */
export const errorAnswer = z.strictObject({
  code: z.string(),
  message: z.string(),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The change by others that is the reason: a clause, who made it, and when. Only staff see who. */
  happened: z.strictObject({ what: z.string(), by: z.string().nullable(), at: z.iso.datetime() }).optional(),
  /** Sent with 412: what the call would answer now. */
  current: z.unknown().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

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
    // The private link is the right to ask, so a token does not matter.
    ignoresToken: true,
    body: z.strictObject({ link: z.string().max(2000) }),
    answers: { 202: z.strictObject({}) },
    limit: { name: 'forget-request', seconds: 15 * 60, perNetwork: 60, rejectedPerNetwork: 600 },
  }),
}

export const undoErrors = defineErrors({
  CANNOT_UNDO: { status: 409, message: 'This cannot be undone any more.' },
  PREVIEW_REQUIRED: { status: 428, message: 'Please look at what the undo changes first, and name its ETag.' },
})

/** The changes that an undo makes, or has made. */
const undoPreview = z.strictObject({
  can: z.boolean(),
  /** Explains why it cannot be undone; null where it can. */
  why: z.string().nullable(),
  /** Parts of older releases read the subject as `thing`. */
  changes: z.array(z.strictObject({ subject: z.string(), thing: z.string(), was: z.string(), becomes: z.string() })),
  /** Further effects, in sentences. */
  also: z.array(z.string()),
  /** True where the undo can itself be undone. */
  undoable: z.boolean(),
  /** The positions of the events that are to be taken back, so that all goes back which the same request has done. */
  action: z.array(z.number().int()),
})
export type UndoPreview = z.infer<typeof undoPreview>

/** Taking back what was done. Part of `staffApi`; here because the kit shows it after every change. */
export const undoApi = {
  undo: endpoint({
    method: 'POST',
    path: '/api/audit/{position}/undo',
    summary:
      'Take an event back by new ones; with `preview=true`, show what would change and store nothing. The undo needs the ETag of the preview as `If-Match`. The TD undoes anything, others what they did themselves',
    allow: anyStaff,
    params: z.strictObject({
      position: z.coerce.number('This is not a position.').int().min(0).max(Number.MAX_SAFE_INTEGER),
    }),
    query: z.strictObject({ preview: z.enum(['true', 'false']).default('false') }),
    answers: { 200: undoPreview },
    errors: ['EVENT_NOT_FOUND', 'CANNOT_UNDO', 'PREVIEW_REQUIRED'],
  }),
}
