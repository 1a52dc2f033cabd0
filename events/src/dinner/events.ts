import { z } from 'zod'
import { defineEvents, type EventOf } from '../language/event.ts'
import { forgottenName } from '../language/forgotten.ts'
import { dishPlace, dishState } from './board/dish-schema.ts'
import { fewestSlots, mostSlots } from './place.ts'

const recipe = z.strictObject({ title: z.string(), ingredients: z.string(), instructions: z.string() })
export type Recipe = z.infer<typeof recipe>

const described = {
  name: z.string(),
  description: z.string(),
  teamRequirement: z.int(),
  maxSignups: z.int(),
}
const slotDefinition = z.discriminatedUnion('category', [
  z.strictObject({
    category: z.literal('dishes'),
    ...described,
    recipe: recipe.optional(),
    /** A dish that someone brought unasked: visitors are not offered it. */
    unlisted: z.literal(true).optional(),
  }),
  z.strictObject({ category: z.literal('serving'), ...described, timeSlot: z.string() }),
])
export type SlotDefinition = z.infer<typeof slotDefinition>

/** Each sign-up is a person of its own: forgetting the person clears that sign-up in all events. */
const ofSignup = ({ signupId }: { signupId: string }): string => `signup-${signupId}`
const person = z.strictObject({ name: z.string(), email: z.string() })
export type Volunteer = z.infer<typeof person>

/** `removed`: by its owner, who is not signed in as one who may remove all. */
const endOfSignup = z.enum(['removed', 'removed-by-staff', 'slot-deleted'])
export type ReasonOfEnd = z.infer<typeof endOfSignup>

/** A moment as the device reported it, or by the server's clock. */
const moment = z.iso.datetime()
/** Present where the device gave a time that cannot be true; the time of the fact is then the nearest possible one. */
const timeTrusted = z.literal(false).optional()
const dinnerNumber = z.int().min(1)
const slots = z.int().min(fewestSlots).max(mostSlots)

/** Facts of the streams `slot-<id>`: what the slot is, and who signed up for it. */
export const slotEvents = defineEvents({
  SlotAdded: { version: 1, data: z.strictObject({ slot: slotDefinition }) },
  SlotChanged: { version: 1, data: z.strictObject({ slot: slotDefinition }) },
  /** `signupIds` are the sign-ups that went with it. */
  SlotDeleted: { version: 1, data: z.strictObject({ signupIds: z.array(z.string()) }) },
  /** It had been deleted by mistake. Its sign-ups follow one by one. `revision` goes on where the slot's had ended. */
  SlotRestored: { version: 1, data: z.strictObject({ slot: slotDefinition, revision: z.int().min(1) }) },
  SignedUp: {
    version: 1,
    data: z.strictObject({ signupId: z.string(), teamId: z.string(), visitorId: z.string(), person }),
    personal: { person: { forgotten: { name: forgottenName, email: '' }, subject: ofSignup } },
  },
  /**
   * The person came although their sign-up was removed, and staff put it back, even into a slot that is full by now.
   */
  SignupRestored: {
    version: 1,
    data: z.strictObject({ signupId: z.string(), teamId: z.string(), visitorId: z.string(), person }),
    personal: { person: { forgotten: { name: forgottenName, email: '' }, subject: ofSignup } },
  },
  /** A person came who had not signed up. `person.team` is what they said, and may be empty. */
  WalkedIn: {
    version: 1,
    data: z.strictObject({
      signupId: z.string(),
      person: z.strictObject({ name: z.string(), team: z.string() }),
      at: moment,
      timeTrusted,
    }),
    personal: { person: { forgotten: { name: forgottenName, team: '' }, subject: ofSignup } },
  },
  SignupRemoved: { version: 1, data: z.strictObject({ signupId: z.string() }) },
  /** Staff entered another name or address for the person: both are as they are from here on. A walk-in has no address. */
  SignupCorrected: {
    version: 2,
    data: z.strictObject({ signupId: z.string(), person, reason: z.string().optional() }),
    personal: {
      person: { forgotten: { name: forgottenName, email: '' }, subject: ofSignup },
      reason: { forgotten: '', subject: ofSignup },
    },
    // Version 1 gave no reason.
    upcast: { 1: (data) => data },
  },
})
export type SlotEvent = EventOf<typeof slotEvents>

const arrival = z.strictObject({
  slotId: z.string(),
  category: z.enum(['dishes', 'serving']),
  at: moment,
  timeTrusted,
})
/** Version 1 believed every device. */
const believed = { 1: (data: never) => data }

/** Facts of the streams `signup-<id>`: a person or a dish that came, and where the dish stood. */
export const signupEvents = defineEvents({
  CheckedIn: { version: 2, data: arrival, upcast: believed },
  CheckInUndone: { version: 2, data: z.strictObject({ timeTrusted }), upcast: believed },
  DishMoved: {
    version: 2,
    data: z.strictObject({ dinner: dinnerNumber, to: dishPlace, at: moment, timeTrusted }),
    upcast: believed,
  },
  DishEmptied: {
    version: 2,
    data: z.strictObject({ dinner: dinnerNumber, at: moment, timeTrusted }),
    upcast: believed,
  },
  /** The tray was not empty: the dish is in its old place, as if it had never been done. */
  DishPutBack: {
    version: 2,
    data: z.strictObject({ dinner: dinnerNumber, at: moment, timeTrusted }),
    upcast: believed,
  },
  /**
   * The removal was taken back. They are expected again or, where their slot had been deleted, checked in as before:
   * `arrival` says when they came, and where their dish stands. The slot says so next.
   */
  SignupReinstated: {
    version: 1,
    data: z.strictObject({
      slotId: z.string(),
      arrival: arrival.omit({ slotId: true }).extend({ standing: dishState }).optional(),
    }),
  },
  /** It was checked in before it was removed, by a device that had no line to say so. Staff decide what becomes of it. */
  RemovedSignupCheckedIn: { version: 1, data: arrival },
  ArrivalRestored: { version: 1, data: z.strictObject({}) },
  ArrivalDismissed: { version: 1, data: z.strictObject({}) },
  SignupWithdrawn: {
    version: 2,
    data: z.strictObject({ slotId: z.string(), reason: endOfSignup }),
    // Version 1 did not say who removed it: its `removed` may be the owner's or staff's.
    upcast: { 1: (data) => data },
  },
})
export type SignupEvent = EventOf<typeof signupEvents>

/** Facts of the streams `notes-<id of a sign-up>`, which only TD and admin read. */
export const noteEvents = defineEvents({
  /** A note that was removed is back once it is added again. */
  SignupNoteAdded: {
    version: 1,
    data: z.strictObject({ signupId: z.string(), slotId: z.string(), noteId: z.string(), text: z.string() }),
    personal: { text: { forgotten: '', subject: ofSignup } },
  },
  SignupNoteRemoved: {
    version: 1,
    data: z.strictObject({ signupId: z.string(), slotId: z.string(), noteId: z.string() }),
  },
})
export type NoteEvent = EventOf<typeof noteEvents>

/** Facts of the stream `dinner`. Dinners are counted from 1; a reset begins the next one. */
export const sessionEvents = defineEvents({
  LayoutChanged: { version: 1, data: z.strictObject({ warmingSlots: slots, buffetSlots: slots }) },
  DinnerStarted: { version: 1, data: z.strictObject({ dinner: dinnerNumber, at: moment }) },
  DinnerFinished: { version: 1, data: z.strictObject({ dinner: dinnerNumber, at: moment }) },
  /** It was finished by mistake: it goes on, as if that had never been. */
  DinnerResumed: { version: 1, data: z.strictObject({ dinner: dinnerNumber, at: moment }) },
  DinnerReset: { version: 1, data: z.strictObject({ dinner: dinnerNumber }) },
  /** A Start or a Reset was taken back, or such an undo: the session is again what it was before. */
  DinnerReverted: {
    version: 1,
    data: z.strictObject({ dinner: dinnerNumber, startedAt: moment.nullable(), finishedAt: moment.nullable() }),
  },
})
export type SessionEvent = EventOf<typeof sessionEvents>

/** Facts of the streams `visitor-<id>`: whose sign-ups a device may show and remove, beside those made on it. */
export const visitorEvents = defineEvents({
  /** A visitor asked for the private link by e-mail; the address may be unknown. */
  SignupLinkRequested: {
    version: 1,
    data: z.strictObject({ contact: z.strictObject({ email: z.string() }) }),
    personal: { contact: { forgotten: { email: '' } } },
  },
  /** A device opened the private link that only the owner of this address received. */
  SignupsClaimed: {
    version: 2,
    data: z.strictObject({
      contact: z.strictObject({ email: z.string() }),
      /** What the link was for; null where links did not name it yet: the one in which this was recorded. */
      edition: z.string().nullable(),
      /** The link's generation. The right ends when a later one begins. */
      generation: z.int(),
    }),
    personal: { contact: { forgotten: { email: '' } } },
    upcast: { 1: (data: object) => ({ ...data, edition: null, generation: 0 }) },
  },
})
export type VisitorEvent = EventOf<typeof visitorEvents>

/** Facts of the streams `volunteer-<digest of an address>`, of which every edition has its own. */
export const volunteerEvents = defineEvents({
  /**
   * Private links of this person that were made before open nothing any more, and what they had opened on devices is
   * closed. `generation` is that of the links from here on; the first one is 0.
   */
  VolunteerLinkRevoked: {
    version: 1,
    data: z.strictObject({ person, generation: z.int() }),
    // A key for each: a person who is forgotten and comes back is a new person.
    personal: {
      person: {
        forgotten: { name: forgottenName, email: '' },
        subject: ({ generation }: { generation: number }, stream: string) => `${stream}.${generation}/person`,
      },
    },
  },
})
export type VolunteerEvent = EventOf<typeof volunteerEvents>

/** What a volunteer knows of a sign-up: the name of its slot, and the time of serving. */
const plan = z.strictObject({ name: z.string(), timeSlot: z.string().nullable() })
export type Plan = z.infer<typeof plan>

const changeOfPlan = z.strictObject({
  signupId: z.string(),
  slotId: z.string(),
  /** Null where the sign-up was not there, or is not there any more. */
  was: plan.nullable(),
  is: plan.nullable(),
  /** Of its entry in calendars: that of the first email is 0. */
  sequence: z.int().min(1),
})
export type ChangeOfPlan = z.infer<typeof changeOfPlan>

/** Facts of the streams `plan-<digest of an address>`: sign-ups are no longer what their owner last heard. */
export const planEvents = defineEvents({
  /** Its owner gets an email about these. */
  PlanChangeNoticed: { version: 1, data: z.strictObject({ signups: z.array(changeOfPlan) }) },
})
export type PlanEvent = EventOf<typeof planEvents>

/** Facts of the streams `disclosure-…`: staff were shown contact data of volunteers, or took them along. */
export const disclosureEvents = defineEvents({
  /** In the streams `disclosure-<user>.<sign-up>`, once also of one minute each. The name is known from the slot. */
  SignupShown: { version: 1, data: z.strictObject({ signupId: z.string(), slotId: z.string() }) },
  /** In the stream `disclosure-exports`: contact data left the site in a file. */
  SignupsExported: { version: 1, data: z.strictObject({ signups: z.int(), format: z.literal('csv') }) },
})
export type DisclosureEvent = EventOf<typeof disclosureEvents>

/** Every fact of this module. */
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
