import { z } from 'zod'
import { defineEvents, type EventOf } from '../language/event.ts'
import { divisions } from './team.ts'

const contact = z.strictObject({ name: z.string(), email: z.string(), phone: z.string() })
export type Contact = z.infer<typeof contact>

const forgotten: Contact = { name: 'Forgotten', email: '', phone: '' }

/** Facts of the streams `team-<id>`. Names, addresses and phones of captains are personal. */
export const tournamentEvents = defineEvents({
  TeamRegistered: {
    version: 1,
    data: z.strictObject({
      teamName: z.string(),
      pastTeamNames: z.string(),
      location: z.string(),
      division: z.enum(divisions),
      captain: contact,
      alternate: contact.nullable(),
      comments: z.string(),
    }),
    personal: { captain: { forgotten }, alternate: { forgotten: null } },
  },
  TeamConfirmed: { version: 1, data: z.strictObject({}) },
  TeamWaitlisted: { version: 1, data: z.strictObject({}) },
  TeamMarkedPaid: { version: 1, data: z.strictObject({}) },
  TeamMarkedUnpaid: { version: 1, data: z.strictObject({}) },
})

export type TournamentEvent = EventOf<typeof tournamentEvents>
export type TeamEvent = TournamentEvent
