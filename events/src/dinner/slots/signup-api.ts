import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { sentMoment } from '../../language/moment.ts'
import { newNote, note, noteId } from '../../language/note-schema.ts'
import { adminOrTd, anyStaff } from '../../language/roles.ts'
import { formMarkErrors } from '../../language/text/form-mark.ts'
import { allergenNames } from '../allergens.ts'
import type { DishDetails } from '../dish-details.ts'
import { slotCategories } from '../slot.ts'
import { allergensRequest, emailAddress, signUpRequest, signupCorrection, walkInRequest } from './signup-schema.ts'

export const signupId = z.uuid('This is not the id of a sign-up.')
const params = z.strictObject({ id: signupId })

/** The id of a registered team. The API has an older name for the field, `captain_id`. */
const teamId = z.uuid()

/** The allergens named for a dish; `other` is a text. The dish may contain allergens that were not named. */
export const allergens = z.strictObject({ listed: z.array(z.enum(allergenNames)), other: z.string() })

/** The details of a dish in answers. Answers about serving have them too, empty. Events store `EventDetails` instead. */
const answeredDetails = { allergens } satisfies Record<keyof DishDetails, z.ZodType>

export const signup = z.strictObject({
  id: signupId,
  slot_id: z.uuid(),
  person_name: z.string(),
  team_name: z.string(),
  checked_in: z.boolean(),
  checked_at: z.iso.datetime().nullable(),
  slot_name: z.string(),
  description: z.string(),
  category: z.enum(slotCategories),
  time_slot: z.string().nullable(),
  ...answeredDetails,
  /** True if the person or dish came without a sign-up. */
  walk_in: z.boolean(),
  /** Present for a walk-in: the id of the user who entered it, and may cancel it. */
  taken_in_by: z.string().optional(),
  /** Present where the device gave a check-in time that cannot be true: `checked_at` is the nearest possible time. */
  time_trusted: z.literal(false).optional(),
  /**
   * When the server received the last action (a check-in, an undo, a move), if that was a minute or more after it
   * happened.
   */
  came_in_at: z.iso.datetime().optional(),
})
export type Signup = z.infer<typeof signup>

/** A sign-up with its address, for its owner and for staff who correct it. */
const ownSignup = z.strictObject({
  ...signup.shape,
  email: z.string(),
  /** Known error: null in the answer to the correction of a walk-in. A change of the schema would break clients. */
  captain_id: teamId,
})
export type OwnSignup = z.infer<typeof ownSignup>

/** A sign-up with the person's contact data. */
const contactSignup = z.strictObject({
  ...signup.shape,
  /** Empty for a walk-in and for a forgotten person. */
  email: z.string(),
  /** Null for a walk-in. */
  captain_id: teamId.nullable(),
  signed_up_at: z.iso.datetime(),
  checked_in_by: z.string().nullable(),
})
export type ContactSignup = z.infer<typeof contactSignup>

/** A sign-up as its page shows it to staff. */
const signupPage = z.strictObject({
  ...contactSignup.shape,
  /** The oldest note comes first. */
  notes: z.array(note),
})
export type SignupPage = z.infer<typeof signupPage>

const signups = z.strictObject({ signups: z.array(signup) })

const checkIn = z.strictObject({
  checkedIn: z.boolean('Checked in is true or false.'),
  /** The moment of the check-in, if the device was offline. A future time counts as now. */
  at: sentMoment().optional(),
})

const checkInAnswer = z.strictObject({
  /** `removed`: the sign-up was canceled before the server received this check-in. */
  signup: z.strictObject({ ...signup.shape, removed: z.literal(true).optional() }),
  /** Present where the sign-up was checked in already, so that this request changed nothing: by whom, and when. */
  already: z.strictObject({ by: z.string().nullable(), at: z.iso.datetime() }).optional(),
})
export type CheckInAnswer = z.infer<typeof checkInAnswer>

// `/api/dinner-signups` is for staff alone, and `/api/dinner-signup` mostly for visitors.
export const signupApi = {
  signUp: endpoint({
    method: 'POST',
    path: '/api/dinner-signup',
    summary:
      'Sign up for a dish or for serving. The holder of the `visitor` cookie owns the sign-up; the answer sets a missing cookie',
    allow: 'everyone',
    body: signUpRequest,
    answers: { 201: z.strictObject({ signup: ownSignup }) },
    errors: [
      'SLOT_FULL',
      'ALREADY_SIGNED_UP',
      'UNKNOWN_CAPTAIN',
      'UNKNOWN_SLOT',
      'NOT_A_DISH',
      // The sign-up was stored, but canceled before the server read its row for the answer.
      'SIGNUP_NOT_FOUND',
      // The form was filled in too fast, or its hidden field was filled in.
      ...Object.keys(formMarkErrors),
    ],
    limit: {
      name: 'sign-up',
      seconds: 10 * 60,
      // Accepted requests: eight times the sign-ups of a large dinner, because all teams may share one network.
      perNetwork: 5_000,
      // One person can sign up a whole large dinner under one address. Emails to one mailbox have a lower limit.
      perMailbox: { field: 'email', max: 600 },
      // Rejected requests: more than accepted ones, because many people race for the last places.
      rejectedPerNetwork: 40_000,
      // This error reveals that an address is signed up, so one answer with it counts as 200 rejected requests.
      weights: { ALREADY_SIGNED_UP: 200 },
      error: 'TOO_MANY_SIGNUPS',
    },
  }),
  cancelSignup: endpoint({
    method: 'DELETE',
    path: '/api/dinner-signup/{id}',
    summary: 'Cancel a sign-up; allowed to its owner, admin and TD, and for a walk-in also to the user who took it in',
    allow: 'everyone',
    params,
    answers: { 204: null },
    errors: ['SIGNUP_NOT_FOUND', 'FORBIDDEN', 'ALREADY_CHECKED_IN', 'DISH_IN_USE'],
    limit: { name: 'cancel-signup', seconds: 10 * 60, perNetwork: 5_000, rejectedPerNetwork: 40_000 },
  }),
  nameAllergens: endpoint({
    method: 'PUT',
    path: '/api/dinner-signup/{id}/allergens',
    summary:
      'Replace the named allergens of a dish; allowed to its owner, admin and TD, and for a walk-in also to the user who took it in',
    allow: 'everyone',
    params,
    body: z.strictObject({ allergens: allergensRequest }),
    // `signup` also fits a walk-in, which has neither address nor registered team; `ownSignup` does not.
    answers: { 200: z.strictObject({ signup }) },
    errors: ['SIGNUP_NOT_FOUND', 'FORBIDDEN', 'NOT_A_DISH'],
    limit: { name: 'allergens', seconds: 10 * 60, perNetwork: 5_000, rejectedPerNetwork: 40_000 },
  }),
  correctSignup: endpoint({
    method: 'PUT',
    // At first only the address could be corrected, hence the path.
    path: '/api/dinner-signups/{id}/email',
    summary:
      'Correct the name or the address of a person in all their sign-ups, with a reason. The person is mailed at the new address',
    allow: adminOrTd,
    params,
    body: signupCorrection,
    answers: { 200: z.strictObject({ signup: ownSignup }) },
    errors: ['SIGNUP_NOT_FOUND', 'ALREADY_SIGNED_UP', 'NO_PRIVATE_LINK'],
  }),
  readSignup: endpoint({
    method: 'GET',
    path: '/api/dinner-signups/{id}',
    summary: 'Read a sign-up with the address of the person and the notes of staff. The audit records the reader',
    allow: adminOrTd,
    params,
    answers: { 200: z.strictObject({ signup: signupPage }) },
    errors: ['SIGNUP_NOT_FOUND'],
    personal: true,
  }),
  addSignupNote: endpoint({
    method: 'POST',
    path: '/api/dinner-signups/{id}/notes',
    summary: 'Write a note about a sign-up, which only TD and admin read',
    allow: adminOrTd,
    params,
    body: newNote,
    answers: { 201: z.strictObject({ note }) },
    errors: ['SIGNUP_NOT_FOUND'],
  }),
  removeSignupNote: endpoint({
    method: 'DELETE',
    path: '/api/dinner-signups/{id}/notes/{note}',
    summary: 'Remove a note about a sign-up',
    allow: adminOrTd,
    params: params.extend({ note: noteId }),
    answers: { 204: null },
    errors: ['SIGNUP_NOT_FOUND', 'NOTE_NOT_FOUND'],
  }),
  exportSignups: endpoint({
    method: 'POST',
    path: '/api/dinner-signups/export',
    summary:
      'Export all sign-ups, or those of one category, with addresses as a CSV file. The audit records who exported them',
    allow: adminOrTd,
    query: z.strictObject({ category: z.enum(['all', ...slotCategories]).default('all') }),
    answers: { 200: null },
    media: 'text/csv',
  }),
  mySignups: endpoint({
    method: 'GET',
    path: '/api/dinner-signup/mine',
    summary:
      'List the sign-ups made on this device, or under an address whose private link the device opened; newest last',
    allow: 'everyone',
    answers: { 200: z.strictObject({ signups: z.array(ownSignup) }) },
    personal: true,
  }),
  clearDevice: endpoint({
    method: 'DELETE',
    path: '/api/dinner-signup/mine',
    summary: 'Take from this device the right to show and remove sign-ups; the sign-ups stay as they are',
    allow: 'everyone',
    answers: { 204: null },
    limit: { name: 'clear-device', seconds: 10 * 60, perNetwork: 5_000, rejectedPerNetwork: 40_000 },
  }),
  requestLink: endpoint({
    method: 'POST',
    path: '/api/dinner-signup/link',
    summary: 'Mail the private link of an address again. The answer is the same whether the address is known or not',
    allow: 'everyone',
    body: z.strictObject({ email: emailAddress }),
    answers: { 204: null },
    // A whole team may share one network address at the fields.
    limit: {
      name: 'link',
      seconds: 15 * 60,
      perNetwork: 60,
      perMailbox: { field: 'email', max: 3 },
      rejectedPerNetwork: 600,
      error: 'TOO_MANY_LINKS',
    },
  }),
  claimSignups: endpoint({
    method: 'POST',
    path: '/api/dinner-signup/claim',
    summary: 'Let this device show and remove the sign-ups of the address whose private link it opened',
    allow: 'everyone',
    body: z.strictObject({ link: z.string().max(2000) }),
    answers: { 200: z.strictObject({ signups: z.array(ownSignup) }) },
    errors: ['INVALID_LINK', 'LINK_ENDED', 'LINK_REVOKED'],
    limit: { name: 'claim', seconds: 15 * 60, perNetwork: 2_000, rejectedPerNetwork: 600 },
  }),
  revokeOwnLink: endpoint({
    method: 'POST',
    path: '/api/dinner-signup/revoke-link',
    summary: 'End a private link, also on devices that have opened it; its owner is mailed a new one',
    allow: 'everyone',
    // The link alone proves who owns it, so a stale token of staff on the device must not stop the owner.
    ignoresToken: true,
    body: z.strictObject({ link: z.string().max(2000) }),
    answers: { 204: null },
    errors: ['INVALID_LINK', 'LINK_ENDED', 'LINK_REVOKED'],
    limit: { name: 'link-revocation', seconds: 15 * 60, perNetwork: 60, rejectedPerNetwork: 600 },
  }),
  revokeLink: endpoint({
    method: 'POST',
    path: '/api/dinner-signup/{id}/revoke-link',
    summary:
      'End the private link of the person who signed up, also on devices that have opened it; they are mailed a new one',
    allow: adminOrTd,
    params,
    answers: { 204: null },
    errors: ['SIGNUP_NOT_FOUND', 'NO_PRIVATE_LINK'],
  }),
  countTeamDishes: endpoint({
    method: 'GET',
    path: '/api/team-dish-counts',
    summary: 'Count the dishes that each registered team brings',
    allow: 'everyone',
    answers: {
      200: z.strictObject({ teamCounts: z.array(z.strictObject({ captain_id: teamId, dish_count: z.int() })) }),
    },
  }),
  listDishSignups: endpoint({
    method: 'GET',
    path: '/api/dinner-signups',
    summary: 'List the sign-ups for dishes',
    allow: anyStaff,
    answers: { 200: signups },
    personal: true,
  }),
  checkInDish: endpoint({
    method: 'PUT',
    path: '/api/dinner-signups/{id}/checkin',
    summary: 'Check a dish in, or undo that',
    allow: anyStaff,
    params,
    body: checkIn,
    answers: { 200: checkInAnswer },
    // STALE: the header `If-Match` names an older version of the sign-up.
    errors: ['SIGNUP_NOT_FOUND', 'DISH_IN_USE', 'STALE'],
  }),
  walkIn: endpoint({
    method: 'POST',
    path: '/api/dinner-management/walk-ins',
    summary:
      'Sign up and check in a walk-in (a dish or person without a sign-up), also if the slot is full, or no slot asks for the dish',
    allow: anyStaff,
    body: walkInRequest,
    answers: { 201: z.strictObject({ signup }) },
    // SIGNUP_NOT_FOUND: the walk-in was stored, but canceled before the server read its row for the answer.
    errors: ['UNKNOWN_SLOT', 'NOT_A_DISH', 'SIGNUP_NOT_FOUND'],
  }),
  listServerSignups: endpoint({
    method: 'GET',
    path: '/api/server-signups',
    summary: 'List the sign-ups for serving, by time',
    allow: anyStaff,
    answers: { 200: signups },
    personal: true,
  }),
  checkInServer: endpoint({
    method: 'PUT',
    path: '/api/server-signups/{id}/checkin',
    summary: 'Check a server in, or undo that',
    allow: anyStaff,
    params,
    body: checkIn,
    answers: { 200: checkInAnswer },
    // STALE: as for `checkInDish`.
    errors: ['SIGNUP_NOT_FOUND', 'STALE'],
  }),
}

/** A person whose sign-up was canceled before the server received their check-in from an offline device. */
const removedArrival = z.strictObject({
  signup_id: signupId,
  person_name: z.string(),
  slot_name: z.string(),
  /** The moment when they came. */
  at: z.iso.datetime(),
  /** The name of the user who checked them in first. */
  by: z.string().nullable(),
})
export type RemovedArrival = z.infer<typeof removedArrival>

const arrivals = z.strictObject({ arrivals: z.array(removedArrival) })

export const arrivalApi = {
  listUndecided: endpoint({
    method: 'GET',
    path: '/api/dinner-management/undecided',
    summary: 'List the check-ins of removed sign-ups on which staff have not decided yet, the earliest first',
    allow: adminOrTd,
    answers: { 200: arrivals },
    personal: true,
  }),
  decideArrival: endpoint({
    method: 'POST',
    path: '/api/dinner-management/undecided/{signup_id}',
    summary:
      'Decide on a removed sign-up whose person came: restore it as checked in, or leave it removed. Answers with the check-ins still undecided',
    allow: adminOrTd,
    params: z.strictObject({ signup_id: signupId }),
    body: z.strictObject({ decision: z.enum(['restore', 'dismiss'], 'Please restore or dismiss.') }),
    answers: { 200: arrivals },
    errors: ['NOT_UNDECIDED', 'SLOT_DELETED'],
  }),
}
