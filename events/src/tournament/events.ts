import { z } from 'zod'
import { defineEvents, type EventOf } from '../language/event.ts'
import { forgottenName } from '../language/forgotten.ts'
import { divisions, teamStatuses } from './team.ts'

const contact = z.strictObject({ name: z.string(), email: z.string(), phone: z.string() })
export type Contact = z.infer<typeof contact>

/** What captains write besides may name people and numbers, so it is theirs and is forgotten with them. */
const captain = z.strictObject({ ...contact.shape, comments: z.string() })
type Captain = z.infer<typeof captain>

const forgotten: Captain = { name: forgottenName, email: '', phone: '', comments: '' }

/** In version 1 the comments stood beside the captain, in the clear. A forgotten captain has none in any version. */
interface FirstTeamRegistered {
  readonly captain: Contact & Partial<Captain>
  readonly comments: string
}
const withCaptainsComments = ({ comments, ...team }: FirstTeamRegistered) => ({
  ...team,
  captain: { comments, ...team.captain },
})

/** Bids of the second version were made before addresses had to be confirmed: they count. */
const countingAtOnce = (team: Readonly<Record<string, unknown>>) => ({ ...team, awaitsConfirmation: false })

/** Past names were stored in clear text before they were sealed. They are not shown of a captain who is forgotten. */
const withCaptainsPastNames = (team: { readonly captain: Captain; readonly pastTeamNames: string }) =>
  team.captain.name === forgotten.name && team.captain.email === '' ? { ...team, pastTeamNames: '' } : team

/** Under the captain's key: what is the captain's in all but name is forgotten with them. */
const ofCaptain = (_: unknown, stream: string): string => `${stream}/captain`
const pastTeamNames = { forgotten: '', subject: ofCaptain }

/** Facts of the streams `team-<id>`. Names, addresses, phones, comments and past teams of captains are personal. */
export const teamEvents = defineEvents({
  TeamRegistered: {
    version: 4,
    data: z.strictObject({
      teamName: z.string(),
      pastTeamNames: z.string(),
      location: z.string(),
      division: z.enum(divisions),
      captain,
      alternate: contact.nullable(),
      /** The bid counts only once the captain's address is confirmed. */
      awaitsConfirmation: z.boolean(),
    }),
    personal: { captain: { forgotten }, alternate: { forgotten: null }, pastTeamNames },
    upcast: { 1: withCaptainsComments, 2: countingAtOnce, 3: withCaptainsPastNames },
  },
  /** From here on the bid counts. By the link in the mail, or by staff who know the captain otherwise. */
  AddressConfirmed: { version: 1, data: z.strictObject({ by: z.enum(['link', 'staff']) }) },
  TeamConfirmed: { version: 1, data: z.strictObject({}) },
  TeamWaitlisted: { version: 1, data: z.strictObject({}) },
  /** A decision was taken back: the order of registration says again whether the team is in. */
  TeamStandingReset: { version: 1, data: z.strictObject({}) },
  TeamMarkedPaid: { version: 1, data: z.strictObject({}) },
  TeamMarkedUnpaid: { version: 1, data: z.strictObject({}) },
  /** How strong staff hold the team in the division that it plays in by then; null takes that away. */
  TeamSeeded: { version: 1, data: z.strictObject({ seed: z.number().int().nullable() }) },
  /** Staff took the team out. What they write about it may name people, as comments of captains may. */
  TeamRemoved: {
    version: 1,
    data: z.strictObject({ reason: z.string() }),
    personal: { reason: { forgotten: '', subject: ofCaptain } },
  },
  /** Back in its old place in the order of registration. */
  TeamRestored: { version: 1, data: z.strictObject({}) },
  /**
   * The captain put the bid right by the private link, or staff did on the team's page: all that it says from here on.
   * Only staff give a reason, and move a team to the other division.
   */
  TeamCorrected: {
    version: 2,
    data: z.strictObject({
      teamName: z.string(),
      pastTeamNames: z.string(),
      location: z.string(),
      captain,
      alternate: contact.nullable(),
      /** Absent where it stays. */
      division: z.enum(divisions).optional(),
      reason: z.string().optional(),
    }),
    personal: {
      captain: { forgotten },
      alternate: { forgotten: null },
      pastTeamNames,
      reason: { forgotten: '', subject: ofCaptain },
    },
    upcast: { 1: withCaptainsPastNames },
  },
  /** The captain took the bid back by the private link. */
  TeamWithdrawn: { version: 1, data: z.strictObject({}) },
  /** Private links to this bid that were made before open it no more; each of these begins the next generation. */
  BidLinkRevoked: { version: 1, data: z.strictObject({}) },
  /** Staff wrote something about the team that only they read. A note that was removed is back once it is added again. */
  TeamNoteAdded: {
    version: 1,
    data: z.strictObject({ noteId: z.string(), text: z.string() }),
    personal: { text: { forgotten: '', subject: ofCaptain } },
  },
  TeamNoteRemoved: { version: 1, data: z.strictObject({ noteId: z.string() }) },
})

export type TeamEvent = EventOf<typeof teamEvents>

/** Facts of the streams `captain-<id>`: a visitor asked for the links that confirm the bids of an address. */
export const captainEvents = defineEvents({
  /** The address may have no bid that waits. */
  ConfirmationLinkRequested: {
    version: 1,
    data: z.strictObject({ contact: z.strictObject({ email: z.string() }) }),
    personal: { contact: { forgotten: { email: '' } } },
  },
})
export type CaptainEvent = EventOf<typeof captainEvents>

/** Each place holds the id of a team or null. Apart from what a request may say, whose limits may change. */
const arrangedPool = z.strictObject({
  id: z.string(),
  name: z.string(),
  size: z.number().int(),
  teams: z.array(z.string().nullable()),
})

/** Facts of the streams `pools-<division>`. */
export const poolsEvents = defineEvents({
  /** What was drafted, whole: pools are arranged on a screen and saved as one. */
  PoolsSaved: { version: 1, data: z.strictObject({ pools: z.array(arrangedPool) }) },
  /** What was saved last went public. */
  PoolsPublished: { version: 1, data: z.strictObject({}) },
  PoolsUnpublished: { version: 1, data: z.strictObject({}) },
  /** These teams were removed, and gave up their places in the draft and in what is public. */
  PoolPlacesFreed: { version: 1, data: z.strictObject({ teams: z.array(z.string()) }) },
  /** An earlier fact was taken back: draft and public pools are what they were without it. */
  PoolsPutBack: {
    version: 1,
    data: z.strictObject({ saved: z.array(arrangedPool).nullable(), published: z.array(arrangedPool) }),
  },
})
export type PoolsEvent = EventOf<typeof poolsEvents>

/** Facts of the stream `exports-teams`: contact data left the app in a file. */
export const exportsEvents = defineEvents({
  TeamsExported: { version: 1, data: z.strictObject({ teams: z.number().int(), format: z.literal('csv') }) },
})
export type ExportsEvent = EventOf<typeof exportsEvents>

/** Facts of the streams `contacts-<user>.<team>`: a user opened the contact data of a captain. */
export const contactsEvents = defineEvents({
  /** Without a team: the lists of a whole division, whose reading was once recorded. */
  ContactsShown: {
    version: 1,
    data: z.strictObject({ division: z.enum(divisions), teams: z.number().int(), teamId: z.string().optional() }),
  },
})
export type ContactsEvent = EventOf<typeof contactsEvents>

const situation = z.strictObject({
  status: z.enum([...teamStatuses, 'removed', 'withdrawn']),
  paid: z.boolean(),
})
/** What a captain knows of their team. */
export type Situation = z.infer<typeof situation>

/** Facts of the streams `notice-<team>`: what became of a team since its captain last heard of it. */
export const noticeEvents = defineEvents({
  /**
   * `byOrder`: other teams came or went, and this one moved up or down. `mailed`: its captain gets an email. `corrected`:
   * the versions of the team's stream between which staff corrected the bid.
   */
  TeamChangeNoticed: {
    version: 1,
    data: z.strictObject({
      teamId: z.string(),
      was: situation,
      is: situation,
      byOrder: z.boolean(),
      byStaff: z.boolean(),
      mailed: z.boolean(),
      corrected: z.strictObject({ from: z.number().int(), to: z.number().int() }).optional(),
    }),
  },
})
export type NoticeEvent = EventOf<typeof noticeEvents>

export const tournamentEvents = {
  ...teamEvents,
  ...captainEvents,
  ...poolsEvents,
  ...exportsEvents,
  ...contactsEvents,
  ...noticeEvents,
}
export type TournamentEvent = TeamEvent | CaptainEvent | PoolsEvent | ExportsEvent | ContactsEvent | NoticeEvent
