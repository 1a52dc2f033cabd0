import { z } from 'zod'
import { defineErrors } from '../language/domain-error.ts'
import { endpoint, type OperationsOf } from '../language/endpoint.ts'
import { sentMoment } from '../language/moment.ts'
import { actingRoles, adminOrTd, anyStaff, roles, tdOnly } from '../language/roles.ts'
import { isVisible, line, rawLine } from '../language/text/text.ts'
import { undoApi, undoErrors, user } from '../platform/api.ts'
import { newLogin, passwordChange, passwordReset, passwordResetRequest, profile, signedIn } from './account.ts'
import { announcementErrors } from './announcement.ts'
import { announcementApi } from './announcement-api.ts'
import { deskApi } from './desk-api.ts'
import { editionErrors } from './edition.ts'
import { archiveApi, editionApi } from './edition-api.ts'
import { userErrors } from './errors.ts'
import { logApi, logErrors } from './log-api.ts'
import { logoErrors } from './logo.ts'
import { messageErrors } from './message.ts'
import { messageApi } from './message-api.ts'
import { passkeyApi, passkeyErrors } from './passkey-api.ts'
import { peopleApi } from './people-api.ts'
import { photoApi } from './photo-api.ts'
import { photoErrors } from './photo-limits.ts'
import { reminderErrors } from './reminder.ts'
import { reminderApi } from './reminder-api.ts'
import { optionalCode, secondFactorApi, secondFactorErrors } from './second-factor-api.ts'

export type { User } from '../platform/api.ts'

/** A user, and the state of the mail with their temporary password or link; null once it left or is not needed. */
const listedUser = z.strictObject({
  ...user.shape,
  /** `under-way` for the first seconds; `failed` where it is not tried again. */
  mail: z.enum(['under-way', 'waiting', 'failed']).nullable(),
  second_factor: z.boolean(),
})
export type ListedUser = z.infer<typeof listedUser>

/** A session: the name by which people know the device, the sign-in, and the last request, to within minutes. */
const device = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  at: z.iso.datetime(),
  last_seen: z.iso.datetime(),
  /** True for the device that asks. */
  this: z.boolean(),
})
export type Device = z.infer<typeof device>

export const staffErrors = defineErrors({
  ...photoErrors.registry,
  ...logoErrors.registry,
  ...announcementErrors.registry,
  ...editionErrors.registry,
  ...messageErrors.registry,
  ...reminderErrors.registry,
  ...logErrors.registry,
  ...undoErrors.registry,
  ...secondFactorErrors.registry,
  ...passkeyErrors.registry,
  INVALID_CREDENTIALS: { status: 401, message: 'Username or password is wrong.' },
  TEMPORARY_PASSWORD_ENDED: {
    status: 401,
    message: 'This temporary password expired after seven days. Ask a TD to send you a new one.',
  },
  RESET_LINK_INVALID: {
    status: 422,
    message: 'This link was used, is older than an hour, or is not complete. Please ask for a new one.',
  },
  OWN_PASSWORD: { status: 409, message: 'Change your own password in Account Settings.' },
  TOO_MANY_SIGN_INS: { status: 429, message: 'Too many attempts. Please wait a while and try again.' },
  USERNAME_TAKEN: { status: 409, message: 'This username is taken.' },
  EMAIL_TAKEN: { status: 409, message: 'This e-mail address is taken.' },
  ...userErrors.registry,
  DEVICE_NOT_FOUND: { status: 404, message: 'You are not signed in on this device.' },
  FORGETTING_REQUESTED: { status: 409, message: 'They have asked for it already.' },
  FORGET_REQUEST_NOT_FOUND: { status: 404, message: 'This request has been answered already.' },
  FORGETTING_MAIL_WAITS: {
    status: 503,
    message: 'The last email to them cannot be sent right now, so nothing was forgotten. Please try again later.',
  },
  REPLAY_RUNNING: { status: 409, message: 'A replay is running already. Please wait until it has ended.' },
  WRONG_PASSWORD: { status: 422, message: 'Current password is incorrect' },
  COMMON_PASSWORD: { status: 422, message: 'This password is among the most common ones. Please choose another' },
  WEAK_PASSWORD: {
    status: 422,
    message: 'A password must not be the username or one repeated character. Please choose another',
  },
})

const auditEntry = z.strictObject({
  position: z.number().int(),
  stream: z.string(),
  type: z.string(),
  module: z.string(),
  /** The moment the server received it. */
  at: z.iso.datetime(),
  /** The moment it really happened, where a device reported it later; null where that is the same. */
  happened_at: z.iso.datetime().nullable(),
  /** Present where the device gave a time that cannot be true; the nearest possible one is shown instead. */
  time_trusted: z.literal(false).optional(),
  actor: z.strictObject({
    kind: z.enum(['staff', 'visitor', 'system']),
    id: z.string().nullable(),
    name: z.string().nullable(),
    role: z.enum(actingRoles).nullable(),
  }),
  /**
   * The act, to be read after the name of the actor; the state before it; the name of its subject. Parts of older
   * releases read the subject as `thing`.
   */
  sentence: z.strictObject({ text: z.string(), was: z.string().nullable(), subject: z.string(), thing: z.string() }),
  data: z.record(z.string(), z.unknown()),
  correlation_id: z.string(),
  /** True where it can be taken back now. */
  undoable: z.boolean(),
  /** The position of the event that this one undoes, and of the event that undid this one. */
  undoes: z.number().int().nullable(),
  undone_by: z.number().int().nullable(),
  /** Present where the entry belongs to another edition than the current one: no page shows its subject then. */
  edition: z.string().optional(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const auditFilter = {
  actor: line(200).optional(),
  kind: z.enum(['staff', 'visitor', 'system']).optional(),
  module: line(40).optional(),
  type: line(80).optional(),
  stream: line(120).optional(),
  from: sentMoment().optional(),
  to: sentMoment().optional(),
  /** Words that the entry has to contain: in its sentence, in the name of the actor, or in its data. */
  search: line(200).optional(),
}

/** A current or former user. */
const auditPerson = z.strictObject({ id: z.string(), name: z.string(), role: z.enum(roles), removed: z.boolean() })
export type AuditPerson = z.infer<typeof auditPerson>

/** A module with all its kinds of entries. Entries name the module by `name`; people read `label`. */
const auditArea = z.strictObject({
  name: z.string(),
  label: z.string(),
  actions: z.array(z.strictObject({ type: z.string(), label: z.string() })),
})
export type AuditArea = z.infer<typeof auditArea>

const historyEntry = z.strictObject({
  position: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  text: z.string(),
  was: z.string().nullable(),
})
/** An act on one subject, for those who may not read the whole audit. */
export type HistoryEntry = z.infer<typeof historyEntry>
const history = z.strictObject({ events: z.array(historyEntry) })

/** A temporary password reaches its user by mail, or on a site without a mail server by the TD. */
const passedOn = {
  /** The file of the server that holds the mail; null where the mail is sent. Parts of older releases show it. */
  mail_file: z.string().nullable(),
  /** Absent where it is mailed. No other answer holds the password; a repetition of the request gets the same one. */
  password: z.string().optional(),
}

export const staffApi = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary:
      'Sign in with username and password, and a code of the app or a recovery code where the user has a second factor; answers a token',
    allow: 'everyone',
    ignoresToken: true,
    body: z.strictObject({
      // Taken as it is: it is compared with stored names, and never shown.
      username: rawLine(254, 'Username is required.').refine(isVisible, 'Username is required.'),
      // Taken as it is: every typed character belongs to the password.
      password: z
        .string({ error: ({ input }) => (input === undefined ? 'Password is required.' : 'This must be text.') })
        .min(1, 'Password is required.')
        .max(1000, 'Please use at most 1000 characters.'),
      code: optionalCode,
    }),
    answers: { 200: signedIn },
    errors: [
      'INVALID_CREDENTIALS',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'PASSKEY_REQUIRED',
      'TEMPORARY_PASSWORD_ENDED',
      'TOO_MANY_SIGN_INS',
    ],
    // The limit depends on the device and on the name.
    limit: 'in-handler',
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign this device out: its token ends',
    allow: anyStaff,
    answers: { 204: null },
    endsToken: true,
    whileRestricted: true,
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/auth/devices',
    summary: 'List the devices on which you are signed in, this one first',
    allow: anyStaff,
    answers: { 200: z.strictObject({ devices: z.array(device) }) },
    personal: true,
  }),
  revokeDevice: endpoint({
    method: 'DELETE',
    path: '/api/auth/devices/{id}',
    summary: 'Sign one of your devices out: its token ends at once',
    allow: anyStaff,
    params: z.strictObject({ id: z.uuid('This is not the id of a device.') }),
    answers: { 204: null },
    errors: ['DEVICE_NOT_FOUND'],
    endsToken: true,
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/auth/users',
    summary: 'List the users: TDs, then admins, then helpers',
    allow: tdOnly,
    answers: { 200: z.strictObject({ users: z.array(listedUser) }) },
    personal: true,
  }),
  addUser: endpoint({
    method: 'POST',
    path: '/api/auth/create-temp-login',
    summary:
      'Add a user and mail them a generated temporary password; without a mail server, answer with it, for you to pass on',
    allow: tdOnly,
    body: newLogin,
    answers: { 201: z.strictObject({ user, ...passedOn }) },
    errors: ['USERNAME_TAKEN', 'EMAIL_TAKEN'],
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/api/auth/users/{id}',
    summary: 'Remove a user, who is signed out everywhere at once',
    allow: tdOnly,
    params: z.strictObject({ id: z.uuid('This is not the id of a user.') }),
    answers: { 204: null },
    errors: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_TD'],
  }),
  renewPassword: endpoint({
    method: 'POST',
    path: '/api/auth/users/{id}/temporary-password',
    summary:
      'Mail a user a new temporary password, which ends after seven days, in place of theirs; they are signed out everywhere',
    allow: tdOnly,
    params: z.strictObject({ id: z.uuid('This is not the id of a user.') }),
    answers: { 202: z.strictObject(passedOn) },
    errors: ['USER_NOT_FOUND', 'OWN_PASSWORD'],
  }),
  updateProfile: endpoint({
    method: 'POST',
    path: '/api/auth/update-profile',
    summary: 'Change your own name and e-mail address',
    allow: anyStaff,
    body: profile,
    answers: { 200: z.strictObject({ user }) },
    errors: ['EMAIL_TAKEN'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Change your own password; other devices are signed out, this one goes on with the new token',
    allow: anyStaff,
    body: passwordChange,
    answers: { 200: z.strictObject({ token: z.string() }) },
    errors: ['WRONG_PASSWORD', 'COMMON_PASSWORD', 'WEAK_PASSWORD', 'TOO_MANY_SIGN_INS'],
    endsToken: true,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary:
      'Mail a link that sets a new password once, within an hour. The answer is the same whether a user has the address or not',
    allow: 'everyone',
    ignoresToken: true,
    body: passwordResetRequest,
    answers: { 202: z.strictObject({}) },
    limit: {
      name: 'password-reset-link',
      seconds: 15 * 60,
      perNetwork: 50,
      perMailbox: { field: 'email', max: 3 },
      rejectedPerNetwork: 600,
    },
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary:
      'Set a new password with the token of a mailed link, and a code where the user has a second factor; all devices are signed out, and this one is signed in',
    allow: 'everyone',
    ignoresToken: true,
    body: passwordReset,
    answers: { 200: z.strictObject({ user, token: z.string() }) },
    errors: [
      'RESET_LINK_INVALID',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'PASSKEY_REQUIRED',
      'COMMON_PASSWORD',
      'WEAK_PASSWORD',
      'TOO_MANY_SIGN_INS',
    ],
    limit: { name: 'password-reset', seconds: 15 * 60, perNetwork: 50, rejectedPerNetwork: 600 },
  }),
  readAudit: endpoint({
    method: 'GET',
    path: '/api/audit',
    summary: 'List what was done, by whom, newest first; a page may be short of its limit while `next` leads on',
    allow: tdOnly,
    query: z.strictObject({
      ...auditFilter,
      before: position.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answers: {
      200: z.strictObject({
        events: z.array(auditEntry),
        next: z.number().int().nullable(),
        /** The moment the oldest entry looked at for this page came in; absent where none was. */
        reached: z.iso.datetime().optional(),
      }),
    },
    personal: true,
  }),
  readTeamHistory: endpoint({
    method: 'GET',
    path: '/api/teams/{id}/history',
    summary:
      'Read what was last done about a team, newest first, in the words of the audit; the audit records the reader',
    allow: adminOrTd,
    params: z.strictObject({ id: z.uuid('This is not the id of a team.') }),
    answers: { 200: history },
    errors: ['TEAM_NOT_FOUND'],
    personal: true,
  }),
  readSignupHistory: endpoint({
    method: 'GET',
    path: '/api/dinner-signups/{id}/history',
    summary:
      'Read what was last done about a sign-up, newest first, in the words of the audit; the audit records the reader',
    allow: adminOrTd,
    params: z.strictObject({ id: z.uuid('This is not the id of a sign-up.') }),
    answers: { 200: history },
    errors: ['SIGNUP_NOT_FOUND'],
    personal: true,
  }),
  listAuditPeople: endpoint({
    method: 'GET',
    path: '/api/audit/people',
    summary: 'List all present and former users, for finding what they did',
    allow: tdOnly,
    answers: { 200: z.strictObject({ people: z.array(auditPerson) }) },
    personal: true,
  }),
  listAuditKinds: endpoint({
    method: 'GET',
    path: '/api/audit/kinds',
    summary: 'List every kind of entry by the module whose events they are, as people call them',
    allow: tdOnly,
    answers: { 200: z.strictObject({ areas: z.array(auditArea) }) },
  }),
  exportAudit: endpoint({
    method: 'POST',
    path: '/api/audit/export',
    summary:
      'Export the audit as a CSV file, newest first, whose last line says how many entries it has; the export is recorded',
    allow: tdOnly,
    query: z.strictObject(auditFilter),
    answers: { 200: null },
    media: 'text/csv',
  }),
  replayAll: endpoint({
    method: 'POST',
    path: '/api/audit/replay',
    summary:
      'Rebuild all read models from the events and compare them with those that are served; changes nothing but is recorded',
    allow: tdOnly,
    answers: { 200: null },
    errors: ['REPLAY_RUNNING'],
    media: 'application/x-ndjson',
  }),
  ...deskApi,
  ...secondFactorApi,
  ...passkeyApi,
  ...logApi,
  ...peopleApi,
  ...undoApi,
  ...photoApi,
  ...announcementApi,
  ...editionApi,
  ...archiveApi,
  ...messageApi,
  ...reminderApi,
}

/** Version of these calls, which parts declare to need. A new call or field raises the middle number, a removed one the first. */
export const staffInterface = '1.20.0'
export type StaffOperations = OperationsOf<typeof staffApi>
