import { z } from 'zod'
import { defineEvents, type EventOf } from '../language/event.ts'
import { roles } from '../language/roles.ts'
import { photoTypes } from './photo.ts'

const person = z.strictObject({ username: z.string(), fullName: z.string(), email: z.string() })
export type Person = z.infer<typeof person>

/** Facts of the streams `user-<id>`. Passwords are no facts: their hashes live in a table of their own. */
export const userEvents = defineEvents({
  UserAdded: {
    version: 1,
    data: z.strictObject({ person, role: z.enum(roles), verified: z.boolean() }),
    personal: { person: { forgotten: { username: 'forgotten', fullName: 'Forgotten', email: '' } } },
  },
  /** `passkeyId` names the passkey that was used; null with a password. The first version knew no passkeys. */
  UserSignedIn: {
    version: 2,
    data: z.strictObject({ passkeyId: z.string().nullable() }),
    upcast: { 1: () => ({ passkeyId: null }) },
  },
  /** Under the same key as the person who was added: forgetting the person forgets both. */
  ProfileChanged: {
    version: 1,
    data: z.strictObject({ person: person.omit({ username: true }) }),
    personal: { person: { forgotten: { fullName: 'Forgotten', email: '' } } },
  },
  PasswordChanged: { version: 1, data: z.strictObject({}) },
  /** With a mailed link, by a user who had forgotten their password. */
  PasswordReset: { version: 1, data: z.strictObject({}) },
  UserRemoved: { version: 1, data: z.strictObject({}) },
  /**
   * The removal was undone. The password went with the account: a link to a new one follows from `key` and a secret of
   * the site, and is mailed.
   */
  UserRestored: {
    version: 1,
    data: z.strictObject({ person, role: z.enum(roles), verified: z.boolean(), key: z.string() }),
    personal: { person: { forgotten: { username: 'forgotten', fullName: 'Forgotten', email: '' } } },
  },
  /** The TD sent one. It follows from `key` and a secret of the site. */
  TemporaryPasswordMade: { version: 1, data: z.strictObject({ key: z.string() }) },
  /** By the user, from this device or from another one. `deviceId` names the session, which is no secret. */
  DeviceSignedOut: { version: 1, data: z.strictObject({ deviceId: z.string() }) },
  /** From now on signing in takes a code beside the password. Its secret is no fact. */
  SecondFactorAdded: { version: 1, data: z.strictObject({}) },
  /** By the user, or by a TD whose help they asked for. */
  SecondFactorRemoved: { version: 1, data: z.strictObject({}) },
  /** One of the codes that stand in for a lost device was used up. */
  RecoveryCodeUsed: { version: 1, data: z.strictObject({}) },
  /** The user has new codes, and those of before are worth nothing. */
  RecoveryCodesRenewed: { version: 1, data: z.strictObject({}) },
  /** It lets the user in without the password. `name` is what they call it; its key is no fact. */
  PasskeyAdded: {
    version: 1,
    data: z.strictObject({ passkeyId: z.string(), name: z.string() }),
    personal: { name: { forgotten: 'A passkey', subject: (_: object, stream: string) => `${stream}/person` } },
  },
  /** By the user, or by a TD whose help they asked for. */
  PasskeyRemoved: { version: 1, data: z.strictObject({ passkeyId: z.string() }) },
  /** On one device. Sessions that end by themselves, or without a line to the server, leave no such fact. */
  UserSignedOut: { version: 1, data: z.strictObject({}) },
})
export type UserEvent = EventOf<typeof userEvents>

/** Facts of the stream `access`: what people of a role need to be let in. */
export const accessEvents = defineEvents({
  SecondFactorRequired: { version: 1, data: z.strictObject({ role: z.enum(roles) }) },
  SecondFactorMadeOptional: { version: 1, data: z.strictObject({ role: z.enum(roles) }) },
})
export type AccessEvent = EventOf<typeof accessEvents>

/** Why an attempt was turned away. */
export const rejectionReasons = [
  ...(['throttled', 'not-allowed', 'wrong-password'] as const),
  ...(['ended-password', 'wrong-link', 'wrong-token', 'unknown-passkey'] as const),
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** The number of attempts from one network within a quarter of an hour, up to this one. */
const counted = { network: z.string(), times: z.int().min(1) }

/**
 * Facts of the streams `attempt-<id>`. The typed text is not stored: people type passwords into the wrong field. A keyed
 * digest of it tells whether two attempts were for the same name.
 */
export const attemptEvents = defineEvents({
  /**
   * In a stream of its own. `userId` is null where no user has the typed name. `name` is the digest, under a key of its
   * own, so that forgetting the person of that name deletes it too; null then, and in the first version. `times` says
   * how many there were for this name within a quarter of an hour, as far as the backend knows.
   */
  SignInFailed: {
    version: 2,
    data: z.strictObject({ userId: z.string().nullable(), name: z.string().nullable(), times: z.int().min(1) }),
    personal: { name: { forgotten: null } },
    upcast: { 1: (data: { userId: string | null }) => ({ ...data, name: null, times: 1 }) },
  },
  /**
   * In a stream of its own, whose id the mailed link follows from. `userId` is null where no user has the typed
   * address.
   */
  PasswordResetRequested: { version: 1, data: z.strictObject({ userId: z.string().nullable() }) },
  /**
   * The first, tenth, hundredth… within a quarter of an hour: a stream of a few facts, however often it is tried.
   * `call` is the endpoint (`POST /api/gate`), `userId` the user whose name was typed, if there is one, and `network` a
   * keyed digest. Of wrong tokens all calls count together, and `call` is one of them. Earlier versions knew fewer
   * reasons.
   */
  AttemptRefused: {
    version: 3,
    data: z.strictObject({
      call: z.string(),
      reason: z.enum(rejectionReasons),
      userId: z.string().nullable(),
      ...counted,
    }),
    upcast: { 1: (data) => data, 2: (data) => data },
  },
  /** The test password was right; counted in the same way. */
  GateOpened: { version: 1, data: z.strictObject(counted) },
})
export type AttemptEvent = EventOf<typeof attemptEvents>

/** Facts of the stream `audit`: what was done left the app in a file. */
export const auditEvents = defineEvents({
  AuditExported: { version: 1, data: z.strictObject({}) },
})
export type AuditEvent = EventOf<typeof auditEvents>

const replayedFrom = z.enum(['screen', 'command'])

/** Facts of the stream `replay`: the read models were made again from the log and compared. */
export const replayEvents = defineEvents({
  /** `differences` counts rows. With `applied` the rows made from the log have taken the place of the others. */
  ReplayFinished: {
    version: 1,
    data: z.strictObject({ from: replayedFrom, events: z.int(), differences: z.int(), applied: z.boolean() }),
  },
  ReplayFailed: { version: 1, data: z.strictObject({ from: replayedFrom }) },
})
export type ReplayEvent = EventOf<typeof replayEvents>

/** Facts of the stream `forgetting`. */
export const forgettingEvents = defineEvents({
  /** Their data became unreadable. `subjects` names whose it was by kind and id, which says nothing of a person. */
  PersonForgotten: { version: 1, data: z.strictObject({ subjects: z.array(z.string()) }) },
})
export type ForgettingEvent = EventOf<typeof forgettingEvents>

/** Under a key of its own: the rest of what is known of the person may be in other hands. */
const asker = { forgotten: '', subject: (_: object, stream: string) => `${stream}/contact` }

/**
 * Events of the streams `erasure-<id>`: a person asked, with a private link that was mailed to them, to be forgotten.
 */
export const erasureEvents = defineEvents({
  /** Ends by itself at `until`. That they were forgotten is the fact PersonForgotten. */
  ForgettingRequested: {
    version: 1,
    data: z.strictObject({ email: z.string(), until: z.iso.datetime() }),
    personal: { email: asker },
  },
  /** `reason` is mailed to them as it is. */
  ForgettingDeclined: { version: 1, data: z.strictObject({ reason: z.string() }), personal: { reason: asker } },
})
export type ErasureEvent = EventOf<typeof erasureEvents>

/** One file of a photo: its bytes are kept beside the log, under their SHA-256. */
const photoFile = z.strictObject({
  hash: z.string(),
  type: z.enum(photoTypes),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
})
export type PhotoFile = z.infer<typeof photoFile>

/** Under the key of the user who added the photo; under the photo's own where that user is unknown. */
const title = {
  forgotten: 'A photo',
  subject: ({ by }: { by: string | null }, stream: string) => (by === null ? `${stream}/title` : `user-${by}/person`),
}
/** The first version named no user, and its title was in clear text. */
const byNobodyKnown = (photo: object) => ({ ...photo, by: null })

/** Facts of the streams `photo-<id>`. `by` is the user who added the photo: its titles are theirs. */
const photoEvents = defineEvents({
  PhotoAdded: {
    version: 2,
    data: z.strictObject({
      title: z.string(),
      by: z.string().nullable(),
      placeholder: z.string(),
      files: z.array(photoFile).min(1),
    }),
    personal: { title },
    upcast: { 1: byNobodyKnown },
  },
  PhotoRenamed: {
    version: 2,
    data: z.strictObject({ title: z.string(), by: z.string().nullable() }),
    personal: { title },
    upcast: { 1: byNobodyKnown },
  },
  PhotoDeleted: { version: 1, data: z.strictObject({}) },
})
export type PhotoEvent = EventOf<typeof photoEvents>

/** Every fact of this module. */
export const staffEvents = defineEvents({
  ...userEvents,
  ...accessEvents,
  ...attemptEvents,
  ...auditEvents,
  ...replayEvents,
  ...forgettingEvents,
  ...erasureEvents,
  ...photoEvents,
})
export type StaffEvent = EventOf<typeof staffEvents>
