import { z } from 'zod'
import { defineEvents, type EventOf } from '../language/event.ts'
import { roles } from '../language/roles.ts'

const person = z.strictObject({ username: z.string(), fullName: z.string(), email: z.string() })
export type Person = z.infer<typeof person>

/** Facts of the streams `user-<id>`. Passwords are no facts: their hashes live in a table of their own. */
export const staffEvents = defineEvents({
  UserAdded: {
    version: 1,
    data: z.strictObject({ person, role: z.enum(roles), verified: z.boolean() }),
    personal: { person: { forgotten: { username: 'forgotten', fullName: 'Forgotten', email: '' } } },
  },
  UserSignedIn: { version: 1, data: z.strictObject({}) },
})

export type StaffEvent = EventOf<typeof staffEvents>
export type UserEvent = StaffEvent
