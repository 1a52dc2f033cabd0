import { z } from 'zod'
import { endpoint, type OperationsOf } from '../language/endpoint.ts'
import { refusalsOf } from '../language/refusal.ts'
import { roles, tdOnly } from '../language/roles.ts'
import { line, requiredLine } from '../language/text.ts'

export const user = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  is_verified: z.boolean(),
})
export type User = z.infer<typeof user>

export const staffRefusals = refusalsOf({
  INVALID_CREDENTIALS: { status: 401, message: 'Username or password is wrong.' },
  TOO_MANY_SIGN_INS: { status: 429, message: 'Too many attempts. Please wait a while and try again.' },
  USERNAME_TAKEN: { status: 409, message: 'This username is taken.' },
  EMAIL_TAKEN: { status: 409, message: 'This e-mail address is taken.' },
  USER_NOT_FOUND: { status: 404, message: 'There is no such user.' },
})

const auditEntry = z.strictObject({
  position: z.number().int(),
  stream: z.string(),
  type: z.string(),
  module: z.string(),
  at: z.iso.datetime(),
  actor: z.strictObject({
    kind: z.enum(['staff', 'visitor', 'system']),
    id: z.string().nullable(),
    name: z.string().nullable(),
    role: z.enum(roles).nullable(),
  }),
  data: z.record(z.string(), z.unknown()),
  correlation_id: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const staffApi = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    allow: 'everyone',
    ignoresToken: true,
    body: z.strictObject({
      username: requiredLine(254, 'Username is required.'),
      // Taken as it is: whatever somebody chose to type belongs to his password.
      password: z
        .string({ error: ({ input }) => (input === undefined ? 'Password is required.' : 'This must be text.') })
        .min(1, 'Password is required.')
        .max(1000, 'Please use at most 1000 characters.'),
    }),
    answers: { 200: z.strictObject({ user, token: z.string() }) },
    refusals: ['INVALID_CREDENTIALS', 'TOO_MANY_SIGN_INS'],
    personal: true,
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/audit',
    summary: 'What was done, by whom, newest first',
    allow: tdOnly,
    query: z.strictObject({
      actor: line(200).optional(),
      module: line(40).optional(),
      type: line(80).optional(),
      stream: line(120).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      before: position.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answers: { 200: z.strictObject({ events: z.array(auditEntry), next: z.number().int().nullable() }) },
    personal: true,
  }),
}
export type StaffOperations = OperationsOf<typeof staffApi>
