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
  UserSignedIn: { version: 1, data: z.strictObject({}) },
  /** Under the same key as the person who was added: forgetting the person forgets both. */
  ProfileChanged: {
    version: 1,
    data: z.strictObject({ person: person.omit({ username: true }) }),
    personal: { person: { forgotten: { fullName: 'Forgotten', email: '' } } },
  },
  PasswordChanged: { version: 1, data: z.strictObject({}) },
  UserRemoved: { version: 1, data: z.strictObject({}) },
})
export type UserEvent = EventOf<typeof userEvents>

/** Facts of the streams `attempt-<id>`, one each. The typed text is not stored: people type passwords into the wrong field. */
export const attemptEvents = defineEvents({
  /** `userId` is null where no user has the typed name. */
  SignInFailed: { version: 1, data: z.strictObject({ userId: z.string().nullable() }) },
})
export type AttemptEvent = EventOf<typeof attemptEvents>

/** Facts of the stream `audit`: what was done left the app in a file. */
export const auditEvents = defineEvents({
  AuditExported: { version: 1, data: z.strictObject({}) },
})
export type AuditEvent = EventOf<typeof auditEvents>

/** One file of a photo: its bytes are kept beside the log, under their SHA-256. */
const photoFile = z.strictObject({
  hash: z.string(),
  type: z.enum(photoTypes),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
})
export type PhotoFile = z.infer<typeof photoFile>

/** Facts of the streams `photo-<id>`. */
export const photoEvents = defineEvents({
  PhotoAdded: {
    version: 1,
    data: z.strictObject({ title: z.string(), placeholder: z.string(), files: z.array(photoFile).min(1) }),
  },
  PhotoRenamed: { version: 1, data: z.strictObject({ title: z.string() }) },
  PhotoDeleted: { version: 1, data: z.strictObject({}) },
})
export type PhotoEvent = EventOf<typeof photoEvents>

/** Every fact of this module. */
export const staffEvents = defineEvents({ ...userEvents, ...attemptEvents, ...auditEvents, ...photoEvents })
export type StaffEvent = EventOf<typeof staffEvents>
