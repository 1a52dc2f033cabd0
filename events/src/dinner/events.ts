import { z } from 'zod'
import { defineEvents, type EventOf, type LiveTopic } from '../language/event.ts'
import { forgottenName } from '../language/forgotten.ts'
import { adminOrTd, anyStaff, tdOnly } from '../language/roles.ts'
import { count, describe, describeNoteAdded, describeNoteRemoved } from '../language/sentence/sentence.ts'
import { allergenNames, describeAllergens } from './allergens.ts'
import {
  describeCheckIn,
  describeCorrection,
  describeDifferences,
  describeEntry,
  describePlace,
  describePlans,
  describeSession,
  describeSessionAfter,
  endingWords,
  findLayout,
  findPersonName,
  findSlot,
  hasWalkedIn,
  layoutWords,
  nameSignup,
  nameSlot,
  teamIn,
} from './audit-words.ts'
import { dishPlace, dishState } from './board/dish-schema.ts'
import { describeDetails, type EventDetails, eventToDetails, findDetails } from './dish-details.ts'
import { maxSlots, minSlots, resumeMinutes } from './session.ts'
import { placeName } from './signup.ts'
import { isUnlisted } from './slot.ts'

const slotsTopic: LiveTopic = { topic: 'slots', audience: 'everyone' }
const signupsTopic: LiveTopic = { topic: 'signups', audience: anyStaff }
/** Notes are read again with the sign-ups, but helpers are not shown notes. */
const notesTopic: LiveTopic = { topic: 'signups', audience: adminOrTd }
const boardTopic: LiveTopic = { topic: 'board', audience: anyStaff }
/** For events that only the TD's audit page shows; that page listens to `users`. */
const auditTopic: LiveTopic = { topic: 'users', audience: tdOnly }

const recipe = z.strictObject({ title: z.string(), ingredients: z.string(), instructions: z.string() })
export type Recipe = z.infer<typeof recipe>

const commonFields = {
  name: z.string(),
  description: z.string(),
  teamRequirement: z.int(),
  maxSignups: z.int(),
}
const slotDefinition = z.discriminatedUnion('category', [
  z.strictObject({
    category: z.literal('dishes'),
    ...commonFields,
    recipe: recipe.optional(),
    /** Present for the slot of a walk-in's dish that no other slot asks for. Visitors are not offered the slot. */
    unlisted: z.literal(true).optional(),
  }),
  z.strictObject({ category: z.literal('serving'), ...commonFields, timeSlot: z.string() }),
])
export type SlotDefinition = z.infer<typeof slotDefinition>

/** The subject of a sign-up's personal fields. By default, the subject of a field is `<stream>/<field>`. */
const ofSignup = ({ signupId }: { signupId: string }): string => `signup-${signupId}`
const person = z.strictObject({ name: z.string(), email: z.string() })
export type Volunteer = z.infer<typeof person>

/**
 * `removed`: by the owner. `removed-by-staff`: by TD, admin, or the user who entered a walk-in, even if the sign-up is
 * their own.
 */
const endOfSignup = z.enum(['removed', 'removed-by-staff', 'slot-deleted'])
export type ReasonOfEnd = z.infer<typeof endOfSignup>

/** The upcaster for data that also fits the next version. */
const unchanged = <Data>(data: Data): Data => data

const listedAllergens = z.array(z.enum(allergenNames))
/** The details of a dish as events store them; each is absent if it was not given. `dish-details.ts` lists the forms. */
const details = {
  allergens: listedAllergens.optional(),
  otherAllergens: z.string().optional(),
} satisfies Record<keyof EventDetails, z.ZodType>
/** People write this text freely, so it may describe a person. */
const personalAllergens = { otherAllergens: { forgotten: '', subject: ofSignup } }
/** Version 1 had no details. */
const upcastOfDetails = { 1: unchanged }
/** Returns ` (allergens: milk)` for the end of a sentence; empty if no details were given. */
const appendDetails = (data: EventDetails): string => {
  const words = describeDetails(eventToDetails(data))
  return words && ` (${words})`
}

/** A moment as the device reported it, or by the server's clock. */
const moment = z.iso.datetime()
/** Present if the device gave a time that cannot be true. The event then has the nearest possible time. */
const timeTrusted = z.literal(false).optional()
const dinnerNumber = z.int().min(1)
/** The number of places in a zone of the board. */
const placeCount = z.int().min(minSlots).max(maxSlots)

/**
 * Events of the streams `slot-<id>`: what the slot is, and who signed up for the slot.
 *
 * Canceling or restoring a sign-up stores an event in its own stream, and one in the stream of its slot:
 *
 * - canceled: `SignupWithdrawn` in `signup-<id>`, and `SignupRemoved` in `slot-<id>`;
 * - restored: `SignupReinstated` in `signup-<id>` (for a removed arrival `ArrivalRestored`), and `SignupRestored` in
 *   `slot-<id>` (for a walk-in `WalkedIn` again).
 *
 * Sentences: `describe(name of the entity, what was done, what it was before)`. `history.earlier` are the earlier
 * events of the same stream, and `history.of(stream)` are the events of another stream. Of a long stream, both have only
 * the first event and the last ones.
 */
export const slotEvents = defineEvents({
  SlotAdded: {
    version: 1,
    data: z.strictObject({ slot: slotDefinition }),
    sentence: ({ slot }) =>
      describe(slot.name, isUnlisted(slot) ? `added the unlisted dish ${slot.name}` : `added the slot ${slot.name}`),
    undo: { effect: 'The slot is deleted, and its sign-ups with it.' },
    live: [slotsTopic],
  },
  SlotChanged: {
    version: 1,
    data: z.strictObject({ slot: slotDefinition }),
    sentence: ({ slot }, { earlier }) => {
      const slotBefore = findSlot(earlier)
      const changes = describeDifferences(slot, slotBefore)
      const text = `changed the slot ${slot.name}${changes ? `: ${changes}` : ''}`
      return describe(slot.name, text, describeDifferences(slotBefore, slot))
    },
    undo: { effect: 'The slot is described as it was before.' },
    live: [slotsTopic, signupsTopic, boardTopic],
  },
  /** `signupIds` are the sign-ups that are canceled with the slot. */
  SlotDeleted: {
    version: 1,
    data: z.strictObject({ signupIds: z.array(z.string()) }),
    sentence: ({ signupIds }, history) =>
      describe(
        nameSlot(history),
        `deleted the slot ${nameSlot(history)}`,
        signupIds.length === 0 ? 'no sign-ups' : `${signupIds.length} signed up`,
      ),
    undo: {
      effect: 'The slot is back with its sign-ups, their check-ins, and their places on the board that are still free.',
    },
    live: [slotsTopic, signupsTopic, boardTopic],
  },
  /** A deletion was undone; further events restore the sign-ups. `revision` is one more than before the deletion. */
  SlotRestored: {
    version: 1,
    data: z.strictObject({ slot: slotDefinition, revision: z.int().min(1) }),
    sentence: ({ slot }) => describe(slot.name, `brought back the slot ${slot.name}`, 'deleted'),
    undo: { effect: 'The slot is deleted again, and its sign-ups with it.' },
    live: [slotsTopic, signupsTopic, boardTopic],
  },
  SignedUp: {
    version: 2,
    data: z.strictObject({ signupId: z.string(), teamId: z.string(), visitorId: z.string(), person, ...details }),
    personal: { person: { forgotten: { name: forgottenName, email: '' }, subject: ofSignup }, ...personalAllergens },
    upcast: upcastOfDetails,
    sentence: ({ person, teamId, ...data }, history) =>
      describe(
        nameSlot(history),
        `signed up ${person.name}${teamIn(history.of(`team-${teamId}`))} for ${nameSlot(history)}${appendDetails(data)}`,
      ),
    undo: { effect: 'The sign-up is canceled; that can be undone.' },
    live: [slotsTopic, signupsTopic],
  },
  /**
   * A cancellation was undone, or staff restored the sign-up of a person who came. The slot may be full by now. The sentence
   * leaves out the details, because restoring does not change them.
   */
  SignupRestored: {
    version: 2,
    data: z.strictObject({ signupId: z.string(), teamId: z.string(), visitorId: z.string(), person, ...details }),
    personal: { person: { forgotten: { name: forgottenName, email: '' }, subject: ofSignup }, ...personalAllergens },
    upcast: upcastOfDetails,
    sentence: ({ person, teamId }, history) =>
      describe(
        nameSlot(history),
        `put ${person.name}${teamIn(history.of(`team-${teamId}`))} back in ${nameSlot(history)}`,
        'canceled',
      ),
    undo: { effect: 'The sign-up is canceled again.' },
    live: [slotsTopic, signupsTopic, boardTopic],
  },
  /**
   * A person came who had not signed up. `person.team` is the team that they named, and may be empty. `CheckedIn` follows
   * in the sign-up's stream, and touches the board.
   */
  WalkedIn: {
    version: 2,
    data: z.strictObject({
      signupId: z.string(),
      person: z.strictObject({ name: z.string(), team: z.string() }),
      at: moment,
      timeTrusted,
      ...details,
    }),
    personal: { person: { forgotten: { name: forgottenName, team: '' }, subject: ofSignup }, ...personalAllergens },
    upcast: upcastOfDetails,
    sentence: ({ person: { name, team }, ...data }, history) =>
      describe(
        nameSlot(history),
        `took in ${name}${team && ` of ${team}`} as a walk-in for ${nameSlot(history)}${appendDetails(data)}`,
      ),
    undo: { effect: 'The walk-in is removed; that can be undone. Possible while its dish is in Holding.' },
    live: [slotsTopic, signupsTopic],
  },
  /** A canceled sign-up freed its place. `SignupWithdrawn` had ended the sign-up, and has the reason. */
  SignupRemoved: {
    version: 1,
    data: z.strictObject({ signupId: z.string() }),
    sentence: ({ signupId }, history) =>
      describe(
        nameSlot(history),
        `took ${findPersonName(history.earlier, signupId)} out of ${nameSlot(history)}`,
        describeEntry(history, signupId),
      ),
    undo: { impossible: 'It follows from the canceled sign-up. Undo that instead.' },
    live: [slotsTopic, signupsTopic],
  },
  /** Staff corrected a person. `person` holds the name and the address from now on; a walk-in's address is empty. */
  SignupCorrected: {
    version: 2,
    data: z.strictObject({ signupId: z.string(), person, reason: z.string().optional() }),
    personal: {
      person: { forgotten: { name: forgottenName, email: '' }, subject: ofSignup },
      reason: { forgotten: '', subject: ofSignup },
    },
    // Version 1 gave no reason.
    upcast: { 1: unchanged },
    sentence: (data, history) => describeCorrection(history, data),
    undo: { effect: 'The sign-up has its old name and address again; anyone who was emailed gets another email.' },
    live: [slotsTopic, signupsTopic, boardTopic],
  },
  /**
   * The owner or staff named the allergens of the dish, which replace those named before. Both fields are required: empty
   * ones clear what was named.
   */
  AllergensNamed: {
    version: 1,
    data: z.strictObject({ signupId: z.string(), allergens: listedAllergens, otherAllergens: z.string() }),
    personal: personalAllergens,
    sentence: ({ signupId, ...data }, history) => {
      const dish = `${nameSlot(history)} (${findPersonName(history.earlier, signupId)})`
      const words = describeAllergens(eventToDetails(data).allergens)
      return describe(
        nameSlot(history),
        words ? `named the allergens of ${dish}: ${words}` : `cleared the allergens of ${dish}`,
        describeAllergens(findDetails(history.earlier, signupId).allergens) || 'none named',
      )
    },
    undo: { effect: 'The dish has the allergens that were named before.' },
    // The owner's list of sign-ups listens to `slots`.
    live: [slotsTopic, signupsTopic, boardTopic],
  },
})
export type SlotEvent = EventOf<typeof slotEvents>

const checkIn = z.strictObject({
  slotId: z.string(),
  category: z.enum(['dishes', 'serving']),
  at: moment,
  timeTrusted,
})
/** Version 1 trusted every device, so its moments count as trusted. */
const upcastWithTrustedTime = { 1: unchanged }

/**
 * Events of the streams `signup-<id>`: check-ins, the moves of a dish, and cancellations. `SignupWithdrawn` ends the
 * sign-up; `SignupRemoved` in the slot's stream then frees its place.
 */
export const signupEvents = defineEvents({
  CheckedIn: {
    version: 2,
    data: checkIn,
    upcast: upcastWithTrustedTime,
    sentence: ({ slotId }, history) =>
      describe(nameSignup(history, slotId), `checked in ${nameSignup(history, slotId)}`, 'not checked in'),
    undo: { effect: 'The check-in is undone. Possible while the dish is in Holding.' },
    live: [signupsTopic, boardTopic],
  },
  CheckInUndone: {
    version: 2,
    data: z.strictObject({ timeTrusted }),
    upcast: upcastWithTrustedTime,
    sentence: (_, history) =>
      describe(nameSignup(history), `undid the check-in of ${nameSignup(history)}`, describeCheckIn(history)),
    undo: { effect: 'They are checked in again, at the time of the first check-in.' },
    live: [signupsTopic, boardTopic],
  },
  DishMoved: {
    version: 2,
    data: z.strictObject({ dinner: dinnerNumber, to: dishPlace, at: moment, timeTrusted }),
    upcast: upcastWithTrustedTime,
    sentence: ({ to, dinner }, history) =>
      describe(nameSignup(history), `moved ${nameSignup(history)} to ${placeName(to)}`, describePlace(history, dinner)),
    undo: { effect: 'The dish goes back to its place, if that is free; the time on the buffet stays counted.' },
    live: [boardTopic],
  },
  DishEmptied: {
    version: 2,
    data: z.strictObject({ dinner: dinnerNumber, at: moment, timeTrusted }),
    upcast: upcastWithTrustedTime,
    sentence: ({ dinner }, history) =>
      describe(nameSignup(history), `marked ${nameSignup(history)} as done`, describePlace(history, dinner)),
    undo: { effect: 'The dish is put back as not done, if its place is free.' },
    live: [boardTopic],
  },
  /** Staff took back that a dish was done. The dish is in its old place, as if it had never been done. */
  DishPutBack: {
    version: 2,
    data: z.strictObject({ dinner: dinnerNumber, at: moment, timeTrusted }),
    upcast: upcastWithTrustedTime,
    sentence: ({ dinner }, history) =>
      describe(
        nameSignup(history),
        `put ${nameSignup(history)} back ${describePlace(history, dinner)}, as not done`,
        'done',
      ),
    undo: { effect: 'The dish is marked as done again.' },
    live: [boardTopic],
  },
  /** A cancellation was undone. `SignupRestored`, or `WalkedIn`, then takes the place in the slot. */
  SignupReinstated: {
    version: 1,
    data: z.strictObject({
      slotId: z.string(),
      /** The check-in before the cancellation, with the state of the dish as `standing`; absent if there was none. */
      arrival: checkIn.omit({ slotId: true }).extend({ standing: dishState }).optional(),
    }),
    sentence: ({ slotId }, history) =>
      describe(nameSignup(history, slotId), `restored the sign-up for ${nameSignup(history, slotId)}`, 'canceled'),
    undo: { effect: 'The sign-up is canceled again.' },
    live: [signupsTopic, boardTopic],
  },
  /** An offline device checked a person in before their sign-up was canceled. Staff decide about the arrival. */
  RemovedSignupCheckedIn: {
    version: 1,
    data: checkIn,
    sentence: ({ slotId }, history) =>
      describe(
        nameSignup(history, slotId),
        `checked in ${nameSignup(history, slotId)} before the cancellation was known`,
        'canceled',
      ),
    undo: { effect: 'The check-in is undone; the sign-up stays canceled.' },
    live: [signupsTopic],
  },
  /** Staff restored the sign-up. `SignupRestored`, or `WalkedIn`, takes the place in the slot. */
  ArrivalRestored: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(nameSignup(history), `restored the sign-up for ${nameSignup(history)}, who came after all`, 'canceled'),
    undo: { impossible: 'They have come. Undo the check-in, then cancel the sign-up.' },
    live: [signupsTopic, boardTopic],
  },
  ArrivalDismissed: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(
        nameSignup(history),
        `left the sign-up for ${nameSignup(history)} canceled, although checked in`,
        'undecided',
      ),
    undo: { effect: 'Staff decide on the arrival again.' },
    live: [signupsTopic],
  },
  /** A sign-up was canceled, so it ended. `SignupRemoved` then frees the place, or `SlotDeleted` has ended the slot. */
  SignupWithdrawn: {
    version: 2,
    data: z.strictObject({ slotId: z.string(), reason: endOfSignup }),
    // In version 1, `removed` was also stored where staff canceled the sign-up.
    upcast: { 1: unchanged },
    sentence: ({ slotId, reason }, history) =>
      describe(
        nameSignup(history, slotId),
        hasWalkedIn(history, slotId)
          ? `removed the walk-in ${nameSignup(history, slotId)}`
          : `canceled the sign-up for ${nameSignup(history, slotId)}${endingWords[reason]}`,
        describeCheckIn(history) ?? 'not checked in',
      ),
    undo: { effect: 'The sign-up is back in its slot, also where that is full by now.' },
    live: [signupsTopic, boardTopic],
  },
})
export type SignupEvent = EventOf<typeof signupEvents>

/** Events of the streams `notes-<id of a sign-up>`, which only TD and admin read. */
export const noteEvents = defineEvents({
  /** Also stored when the removal of a note is undone: then the note is back in its place. */
  SignupNoteAdded: {
    version: 1,
    data: z.strictObject({ signupId: z.string(), slotId: z.string(), noteId: z.string(), text: z.string() }),
    personal: { text: { forgotten: '', subject: ofSignup } },
    sentence: ({ signupId, slotId, noteId, text }, history) =>
      describeNoteAdded({ noteId, earlier: history.earlier, subject: nameSignup(history, slotId, signupId) }, text),
    undo: { effect: 'The note is removed.' },
    live: [notesTopic],
  },
  SignupNoteRemoved: {
    version: 1,
    data: z.strictObject({ signupId: z.string(), slotId: z.string(), noteId: z.string() }),
    sentence: ({ signupId, slotId, noteId }, history) =>
      describeNoteRemoved({ noteId, earlier: history.earlier, subject: nameSignup(history, slotId, signupId) }),
    undo: { effect: 'The note is back in its place.' },
    live: [notesTopic],
  },
})
export type NoteEvent = EventOf<typeof noteEvents>

/** Events of an edition's `dinnerStream`. Dinners are counted from 1; a reset begins the next one. */
export const sessionEvents = defineEvents({
  LayoutChanged: {
    version: 1,
    data: z.strictObject({ warmingSlots: placeCount, buffetSlots: placeCount }),
    sentence: (layout, history) =>
      describe('the dinner', `set ${layoutWords(layout)}`, layoutWords(findLayout(history))),
    undo: { effect: 'The board has the places that it had. Possible until the dinner starts.' },
    live: [boardTopic],
  },
  DinnerStarted: {
    version: 1,
    data: z.strictObject({ dinner: dinnerNumber, at: moment }),
    sentence: (_, history) => describe('the dinner', 'started the dinner', describeSession(history)),
    undo: { effect: 'The dinner has not started. Possible until something else happens on the board.' },
    live: [boardTopic],
  },
  DinnerFinished: {
    version: 1,
    data: z.strictObject({ dinner: dinnerNumber, at: moment }),
    sentence: (_, history) => describe('the dinner', 'finished the dinner', describeSession(history)),
    undo: { effect: `The dinner goes on. Possible for ${resumeMinutes} minutes after Finish.` },
    live: [boardTopic],
  },
  /** A mistaken Finish was undone: the dinner goes on, as if it had never been finished. */
  DinnerResumed: {
    version: 1,
    data: z.strictObject({ dinner: dinnerNumber, at: moment }),
    sentence: (_, history) => describe('the dinner', 'resumed the dinner', describeSession(history)),
    undo: { effect: 'The dinner is finished, now.' },
    live: [boardTopic],
  },
  DinnerReset: {
    version: 1,
    data: z.strictObject({ dinner: dinnerNumber }),
    sentence: (_, history) => describe('the dinner', 'reset the dinner', describeSession(history)),
    undo: {
      effect:
        'The finished dinner is back with its clocks and leftovers. Possible until something else happens on the board.',
    },
    live: [boardTopic],
  },
  /** A Start, a Reset, or an earlier revert was undone: the session is again what it was before. */
  DinnerReverted: {
    version: 1,
    data: z.strictObject({ dinner: dinnerNumber, startedAt: moment.nullable(), finishedAt: moment.nullable() }),
    sentence: (session, history) =>
      describe('the dinner', `set the dinner back: ${describeSessionAfter(session)}`, describeSession(history)),
    undo: { effect: 'The dinner is as it was. Possible until something else happens on the board.' },
    live: [boardTopic],
  },
})
export type SessionEvent = EventOf<typeof sessionEvents>

/** Events of the streams `visitor-<id>`: the private links that a visitor asked for, and opened on their device. */
export const visitorEvents = defineEvents({
  /** A visitor asked for the private link by email. There may be no sign-up with the address. */
  SignupLinkRequested: {
    version: 1,
    data: z.strictObject({ contact: z.strictObject({ email: z.string() }) }),
    personal: { contact: { forgotten: { email: '' } } },
    sentence: () => describe('a visitor', 'asked for the link to their own sign-ups'),
    undo: { impossible: 'The email has been sent.' },
    live: [auditTopic],
  },
  /** A device opened the private link of an address, so it may show and cancel the sign-ups of that address. */
  SignupsClaimed: {
    version: 2,
    data: z.strictObject({
      contact: z.strictObject({ email: z.string() }),
      /** The edition of the link. Null for an old link, which names no edition: then the event's edition counts. */
      edition: z.string().nullable(),
      /** The generation of the link. Each revocation begins a new generation, and only its links open the sign-ups. */
      generation: z.int(),
    }),
    personal: { contact: { forgotten: { email: '' } } },
    upcast: { 1: (data: object) => ({ ...data, edition: null, generation: 0 }) },
    sentence: () => describe('a visitor', 'opened the link to their own sign-ups'),
    undo: { impossible: 'The device has shown the sign-ups already.' },
    live: [auditTopic],
  },
})
export type VisitorEvent = EventOf<typeof visitorEvents>

/** Events of the streams `volunteer-<digest of an address>`; each edition has its own streams. */
export const volunteerEvents = defineEvents({
  /**
   * The earlier private links of a person have ended, even on devices that had opened them. Later links have this
   * `generation`. The first links have the generation 0.
   */
  VolunteerLinkRevoked: {
    version: 1,
    data: z.strictObject({ person, generation: z.int() }),
    // Each revocation has its own subject, and so its own key: a forgotten address may sign up again.
    personal: {
      person: {
        forgotten: { name: forgottenName, email: '' },
        subject: ({ generation }: { generation: number }, stream: string) => `${stream}.${generation}/person`,
      },
    },
    sentence: ({ person: { name } }) =>
      describe(name || 'a volunteer', `replaced the private link of ${name || 'a volunteer'}`, 'valid'),
    undo: { impossible: 'The old link may be in the wrong hands, so it cannot be restored. Its owner has a new one.' },
    // Devices that had opened the link may no longer show the sign-ups; their lists listen to `slots`.
    live: [slotsTopic],
  },
})
export type VolunteerEvent = EventOf<typeof volunteerEvents>

/**
 * What an email about a sign-up shows of the slot: the name, and the time of serving. Stored events and streams
 * have this word. It has nothing to do with the plan of an undo.
 */
const plan = z.strictObject({ name: z.string(), timeSlot: z.string().nullable() })
export type Plan = z.infer<typeof plan>

const changeOfPlan = z.strictObject({
  signupId: z.string(),
  slotId: z.string(),
  /** Before the change; null if the sign-up was canceled then. */
  was: plan.nullable(),
  /** After the change; null if the sign-up is canceled now. */
  is: plan.nullable(),
  /** The SEQUENCE of the sign-up in iCalendar files; the first email has 0. */
  sequence: z.int().min(1),
})
export type ChangeOfPlan = z.infer<typeof changeOfPlan>

/** Events of the streams `plan-<digest of an address>`. */
export const planEvents = defineEvents({
  /**
   * An automation noticed that plans differ from the last email. Another automation then sends the email that the sentence
   * names.
   */
  PlanChangeNoticed: {
    version: 1,
    data: z.strictObject({ signups: z.array(changeOfPlan) }),
    sentence: ({ signups }) =>
      describe(
        'a volunteer',
        `emailed a volunteer about ${count(signups.length, 'sign-up', 'sign-ups')}: ${describePlans(signups, 'is')}`,
        describePlans(signups, 'was'),
      ),
    undo: { impossible: 'It follows from a change of a slot or a sign-up. Undo that instead; another email follows.' },
    live: [auditTopic],
  },
})
export type PlanEvent = EventOf<typeof planEvents>

/** Events of the streams `disclosure-…`: staff looked at contact data of volunteers, or exported it. */
export const disclosureEvents = defineEvents({
  /**
   * Recorded in the streams `disclosure-<user>.<sign-up>`. Older streams are named
   * `disclosure-<user>.<sign-up>.<minute>`.
   */
  SignupShown: {
    version: 1,
    data: z.strictObject({
      signupId: z.string(),
      /** Stored because the sentence finds the person's name in the slot's stream. */
      slotId: z.string(),
    }),
    sentence: ({ signupId, slotId }, history) =>
      describe(
        nameSignup(history, slotId, signupId),
        `saw the contact data of ${nameSignup(history, slotId, signupId)}`,
      ),
    undo: { impossible: 'What was seen cannot be unseen.' },
    live: [auditTopic],
  },
  /** Contact data left the site in a file. Recorded in the stream `disclosure-exports`. */
  SignupsExported: {
    version: 1,
    data: z.strictObject({ signups: z.int(), format: z.literal('csv') }),
    sentence: ({ signups }) =>
      describe('exports of sign-ups', `exported ${count(signups, 'sign-up', 'sign-ups')} with contact data`),
    undo: { impossible: 'The file has been downloaded.' },
    live: [auditTopic],
  },
})
export type DisclosureEvent = EventOf<typeof disclosureEvents>

/** All events of this module. */
export const dinnerEvents = defineEvents({
  ...slotEvents,
  ...signupEvents,
  ...noteEvents,
  ...sessionEvents,
  ...visitorEvents,
  ...volunteerEvents,
  ...planEvents,
  ...disclosureEvents,
})
export type DinnerEvent = EventOf<typeof dinnerEvents>
