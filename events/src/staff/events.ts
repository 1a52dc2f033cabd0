import { z } from 'zod'
import { defineEvents, type EventOf } from '../language/event.ts'
import { roles } from '../language/roles.ts'
import { photoEvents } from './photo-events.ts'

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
  /** Under the same key as the person who was added: forgetting him forgets both. */
  ProfileChanged: {
    version: 1,
    data: z.strictObject({ person: person.omit({ username: true }) }),
    personal: { person: { forgotten: { fullName: 'Forgotten', email: '' } } },
  },
  PasswordChanged: { version: 1, data: z.strictObject({}) },
  UserRemoved: { version: 1, data: z.strictObject({}) },
})
export type UserEvent = EventOf<typeof userEvents>

/** Facts of the streams `attempt-<id>`, one each. What was typed is not told: people mistake one field for the other. */
export const attemptEvents = defineEvents({
  /** `userId` is null where nobody has the name that was typed. */
  SignInFailed: { version: 1, data: z.strictObject({ userId: z.string().nullable() }) },
})
export type AttemptEvent = EventOf<typeof attemptEvents>

/** Facts of the stream `audit`: what was done left the app in a file. */
export const auditEvents = defineEvents({
  AuditExported: { version: 1, data: z.strictObject({}) },
})
export type AuditEvent = EventOf<typeof auditEvents>

/** Every fact of this module. */
export const staffEvents = defineEvents({ ...userEvents, ...attemptEvents, ...auditEvents, ...photoEvents })
export type StaffEvent = EventOf<typeof staffEvents>
