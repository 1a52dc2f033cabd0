import { z } from 'zod'
import { defineEvents, type EventOf, type LiveTopic } from '../language/event.ts'
import { forgottenName } from '../language/forgotten.ts'
import { adminOrTd, anyStaff, tdOnly } from '../language/roles.ts'
import {
  count,
  type Description,
  describe,
  describeNoteAdded,
  describeNoteRemoved,
} from '../language/sentence/sentence.ts'
import {
  describeNoticedChange,
  describePaymentBefore,
  describeRemovalBefore,
  describeSeedBefore,
  describeStatusBefore,
  findBid,
  findDivision,
  nameTeam,
  withReason,
} from './audit-words.ts'
import { listDifferences } from './bid-contents.ts'
import { poolSentence } from './pools/pool-sentences.ts'
import { divisionLabels, divisions, teamStatuses } from './team.ts'
import { gameEvents, scheduleEvents, spiritEvents, standingsEvents } from './weekend/events.ts'

const teamsTopic: LiveTopic = { topic: 'teams', audience: 'everyone' }
const newTeamTopic: LiveTopic<{ awaitsConfirmation: boolean }> = {
  topic: 'teams',
  audience: ({ awaitsConfirmation }) => (awaitsConfirmation ? anyStaff : 'everyone'),
}
// Shown on staff pages only.
const staffTeamsTopic: LiveTopic = { topic: 'teams', audience: adminOrTd }
const poolsTopic: LiveTopic = { topic: 'pools', audience: 'everyone' }
// Only the audit shows these events.
const auditTopic: LiveTopic = { topic: 'users', audience: tdOnly }

const contact = z.strictObject({ name: z.string(), email: z.string(), phone: z.string() })
export type Contact = z.infer<typeof contact>

/** Comments may name people, so they are encrypted and forgotten with the captain. */
const captain = z.strictObject({ ...contact.shape, comments: z.string() })
type Captain = z.infer<typeof captain>

const forgotten: Captain = { name: forgottenName, email: '', phone: '', comments: '' }

/**
 * In version 1 the comments stood beside the captain, unencrypted. A captain who was forgotten is read as `forgotten`,
 * which has empty comments.
 */
interface FirstTeamRegistered {
  readonly captain: Contact | typeof forgotten
  readonly comments: string
}
const withCaptainsComments = ({ comments, ...team }: FirstTeamRegistered) => ({
  ...team,
  // The empty comments of a forgotten captain must replace the unencrypted text.
  captain: { comments, ...team.captain },
})

/** Bids of version 2 count at once, because addresses did not have to be confirmed then. */
const countingAtOnce = (team: Readonly<Record<string, unknown>>) => ({ ...team, awaitsConfirmation: false })

/**
 * Clears the past names of a team whose captain was forgotten. Older versions stored these names unencrypted, so they
 * stayed readable after the captain's key was deleted.
 */
function clearPastNamesOfForgotten(team: { readonly captain: Captain; readonly pastTeamNames: string }) {
  const isForgotten = team.captain.name === forgotten.name && team.captain.email === ''
  return isForgotten ? { ...team, pastTeamNames: '' } : team
}

/** The upcaster to a version that only adds an optional field. */
const unchanged = (data: object) => data

/**
 * A text that is encrypted and forgotten with the captain. By default, the subject of a personal field is
 * `<stream>/<field>`; this is the subject of the field `captain`.
 */
const textOfCaptain = { forgotten: '', subject: (_: unknown, stream: string): string => `${stream}/captain` }

// `sentence` describes an event for the audit with `describe(name of the entity, what was done, what it was before)`.
// `history.earlier` are the earlier events of the same stream, `history.of(stream)` the events of another stream.

/** Events of the streams `team-<id>`. Names, addresses, phones, comments and past teams of captains are personal. */
export const teamEvents = defineEvents({
  TeamRegistered: {
    version: 5,
    data: z.strictObject({
      teamName: z.string(),
      pastTeamNames: z.string(),
      location: z.string(),
      division: z.enum(divisions),
      captain,
      alternate: contact.nullable(),
      /** The bid counts only once the captain's address is confirmed. */
      awaitsConfirmation: z.boolean(),
      /** Staff entered the bid for its captain, and vouch for the address. */
      enteredByStaff: z.literal(true).optional(),
    }),
    personal: { captain: { forgotten }, alternate: { forgotten: null }, pastTeamNames: textOfCaptain },
    upcast: { 1: withCaptainsComments, 2: countingAtOnce, 3: clearPastNamesOfForgotten, 4: unchanged },
    sentence: ({ teamName, division, location, enteredByStaff }) => {
      const team = `the team ${teamName} (${divisionLabels[division]}, ${location})`
      return describe(teamName, enteredByStaff ? `entered ${team} for its captain` : `registered ${team}`)
    },
    undo: { effect: 'The team is removed; that can be undone.' },
    live: [newTeamTopic],
  },
  /** The link in the email confirmed the captain's address, or staff did. The bid counts from here on. */
  AddressConfirmed: {
    version: 1,
    data: z.strictObject({ by: z.enum(['link', 'staff']) }),
    sentence: ({ by }, history) =>
      describe(
        nameTeam(history),
        by === 'link'
          ? `confirmed the address of ${nameTeam(history)}`
          : `confirmed the address of ${nameTeam(history)} by hand`,
        'not confirmed',
      ),
    undo: { impossible: 'The captain knows that the bid counts. Remove the team instead.' },
    live: [teamsTopic],
  },
  /** `teamId` is the team that left its spot to this team. The histories of both teams show the event. */
  TeamConfirmed: {
    version: 2,
    data: z.strictObject({ teamId: z.string().optional() }),
    upcast: { 1: unchanged },
    sentence: ({ teamId }, history) => {
      const spot = teamId === undefined ? '' : ` in place of ${nameTeam(history, teamId)}`
      return describe(nameTeam(history), `confirmed ${nameTeam(history)}${spot}`, describeStatusBefore(history))
    },
    undo: { effect: 'The status is what it was, and the spot is offered again if it is free.' },
    live: [teamsTopic],
  },
  TeamWaitlisted: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(nameTeam(history), `put ${nameTeam(history)} on the waitlist`, describeStatusBefore(history)),
    undo: { effect: 'The status is what it was.' },
    live: [teamsTopic],
  },
  /** Staff took back their decision about the status: the order of registration decides again. */
  TeamStandingReset: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(
        nameTeam(history),
        `left ${nameTeam(history)} to the order of registration again`,
        describeStatusBefore(history),
      ),
    undo: { effect: 'The status is what it was.' },
    live: [teamsTopic],
  },
  TeamMarkedPaid: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(nameTeam(history), `marked ${nameTeam(history)} as paid`, describePaymentBefore(history)),
    undo: { effect: 'The team is marked as not paid.' },
    live: [teamsTopic],
  },
  TeamMarkedUnpaid: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(nameTeam(history), `marked ${nameTeam(history)} as not paid`, describePaymentBefore(history)),
    undo: { effect: 'The team is marked as paid.' },
    live: [teamsTopic],
  },
  /** Staff seeded the team in the division that it played in at that time; null takes the seed away. */
  TeamSeeded: {
    version: 1,
    data: z.strictObject({ seed: z.number().int().nullable() }),
    sentence: ({ seed }, history) =>
      describe(
        nameTeam(history),
        seed === null ? `took the seed of ${nameTeam(history)} away` : `seeded ${nameTeam(history)} ${seed}`,
        describeSeedBefore(history),
      ),
    undo: { effect: 'The team has the seed that it had before, or none.' },
    live: [staffTeamsTopic],
  },
  /** The reason is personal, because it may name people. */
  TeamRemoved: {
    version: 1,
    data: z.strictObject({ reason: z.string() }),
    personal: { reason: textOfCaptain },
    sentence: ({ reason }, history) =>
      describe(
        nameTeam(history),
        withReason(`removed ${nameTeam(history)}`, reason),
        describeRemovalBefore(history) ?? 'registered',
      ),
    undo: { effect: 'The team is restored, with its places in pools that are still free.' },
    live: [teamsTopic],
  },
  /** The team is back in its old place in the order of registration. */
  TeamRestored: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(nameTeam(history), `restored ${nameTeam(history)}`, describeRemovalBefore(history)),
    undo: { effect: 'The team is taken out as before, and its places in pools become free.' },
    live: [teamsTopic],
  },
  /**
   * The captain corrected the bid by the private link, or staff did on the team's page. The data is the whole new bid.
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
      /** Absent where the division did not change. */
      division: z.enum(divisions).optional(),
      reason: z.string().optional(),
    }),
    personal: {
      captain: { forgotten },
      alternate: { forgotten: null },
      pastTeamNames: textOfCaptain,
      reason: textOfCaptain,
    },
    upcast: { 1: clearPastNamesOfForgotten },
    sentence: (bid, history): Description => {
      const before = findBid(history.earlier)
      const changes = before ? listDifferences({ ...before, division: findDivision(history) }, bid) : []
      const parts = changes.map(({ part }) => part).join(', ')
      // Old texts are shown only of public parts.
      const was = changes.flatMap((change) => (change.isPublic ? change.was : [])).join(', ')
      return {
        text: `corrected the bid of ${nameTeam(history)}${parts && `: ${parts}`}${bid.reason ? ` (${bid.reason})` : ''}`,
        was: was || undefined,
        subject: bid.teamName,
      }
    },
    undo: {
      effect:
        'What was corrected is as before; a team that changed its division has its places in pools that are still free.',
    },
    // Pools show the names of their teams and captains.
    live: [teamsTopic, poolsTopic],
  },
  /** The captain took the bid back by the private link. */
  TeamWithdrawn: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(
        nameTeam(history),
        `withdrew the bid of ${nameTeam(history)}`,
        describeRemovalBefore(history) ?? 'registered',
      ),
    undo: { effect: 'The team is restored, with its places in pools that are still free.' },
    live: [teamsTopic],
  },
  /** Earlier private links no longer open the bid. Each revocation begins a new generation of links. */
  BidLinkRevoked: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(nameTeam(history), `replaced the private link to the bid of ${nameTeam(history)}`, 'valid'),
    undo: {
      impossible: 'The old link may be in the wrong hands, so it cannot be restored. The captain has a new one.',
    },
    // Captains who have the page of their bid open learn that its link has ended.
    live: [teamsTopic],
  },
  /** Staff wrote a note that only staff read. Adding a removed note again puts it back. */
  TeamNoteAdded: {
    version: 1,
    data: z.strictObject({ noteId: z.string(), text: z.string() }),
    personal: { text: textOfCaptain },
    sentence: ({ noteId, text }, history) =>
      describeNoteAdded({ noteId, earlier: history.earlier, subject: nameTeam(history) }, text),
    undo: { effect: 'The note is removed.' },
    live: [staffTeamsTopic],
  },
  TeamNoteRemoved: {
    version: 1,
    data: z.strictObject({ noteId: z.string() }),
    sentence: ({ noteId }, history) =>
      describeNoteRemoved({ noteId, earlier: history.earlier, subject: nameTeam(history) }),
    undo: { effect: 'The note is back in its place.' },
    live: [staffTeamsTopic],
  },
})

export type TeamEvent = EventOf<typeof teamEvents>

/** Events of the streams `captain-<id>`, one stream with a new id for each request. */
export const captainEvents = defineEvents({
  /** A visitor asked for links that confirm the bids of an address. There may be no such bids. */
  ConfirmationLinkRequested: {
    version: 1,
    data: z.strictObject({ contact: z.strictObject({ email: z.string() }) }),
    personal: { contact: { forgotten: { email: '' } } },
    sentence: () => describe('confirmation links', 'asked for a confirmation link'),
    undo: { impossible: 'The email has been sent.' },
    live: [auditTopic],
  },
})
export type CaptainEvent = EventOf<typeof captainEvents>

/** Stored pools do not share the schema of requests, because the limits of requests may change. */
const arrangedPool = z.strictObject({
  id: z.string(),
  name: z.string(),
  size: z.number().int(),
  /** For each place, the id of its team; null for a free place. */
  teams: z.array(z.string().nullable()),
})

/**
 * Events of the streams `pools-<division>`. They also appear in the histories of teams. There, `poolSentence` returns
 * null for an event that does not concern the team.
 */
export const poolsEvents = defineEvents({
  /** The data is the whole draft: staff arrange all pools of a division on one screen, and save them together. */
  PoolsSaved: {
    version: 1,
    data: z.strictObject({ pools: z.array(arrangedPool) }),
    sentence: (data, history): Description | null => poolSentence('PoolsSaved', data, history),
    undo: { effect: 'Draft and public pools are what they were before.' },
    live: [{ topic: 'pools', audience: anyStaff }],
  },
  /** The draft became public. */
  PoolsPublished: {
    version: 1,
    data: z.strictObject({}),
    sentence: (data, history): Description | null => poolSentence('PoolsPublished', data, history),
    undo: { effect: 'Draft and public pools are what they were before.' },
    live: [poolsTopic],
  },
  PoolsUnpublished: {
    version: 1,
    data: z.strictObject({}),
    sentence: (data, history): Description | null => poolSentence('PoolsUnpublished', data, history),
    undo: { effect: 'Draft and public pools are what they were before.' },
    live: [poolsTopic],
  },
  /** These teams were removed or moved to the other division, and gave up their places in draft and public pools. */
  PoolPlacesFreed: {
    version: 1,
    data: z.strictObject({ teams: z.array(z.string()) }),
    sentence: (data, history): Description | null => poolSentence('PoolPlacesFreed', data, history),
    undo: { effect: 'The teams get their places back, once they are restored.' },
    live: [poolsTopic],
  },
  /** An undo put pools back, or a restored team got its places back. `saved` is the draft from here on. */
  PoolsPutBack: {
    version: 1,
    data: z.strictObject({ saved: z.array(arrangedPool).nullable(), published: z.array(arrangedPool) }),
    sentence: (data, history): Description | null => poolSentence('PoolsPutBack', data, history),
    undo: { effect: 'Draft and public pools are what they were before.' },
    live: [poolsTopic],
  },
})
export type PoolsEvent = EventOf<typeof poolsEvents>

/** Events of the streams `invitation-<team>`. */
export const invitationEvents = defineEvents({
  /** The captain is emailed the link to the games of the team; once for each team. */
  CaptainInvited: {
    version: 1,
    data: z.strictObject({ teamId: z.string() }),
    sentence: ({ teamId }, history) => {
      const name = nameTeam(history, teamId)
      return describe(name, `emailed the captain of ${name} the link to the games of the team`, 'not emailed')
    },
    undo: { impossible: 'The email has been sent.' },
    live: [auditTopic],
  },
})
export type InvitationEvent = EventOf<typeof invitationEvents>

/** Events of the stream `exports-teams`: contact data left the app in a file. */
export const exportsEvents = defineEvents({
  TeamsExported: {
    version: 1,
    data: z.strictObject({ teams: z.number().int(), format: z.literal('csv') }),
    sentence: ({ teams }) =>
      describe('exports of teams', `exported ${count(teams, 'team', 'teams')} with contact data`),
    undo: { impossible: 'The file has been downloaded.' },
    live: [auditTopic],
  },
})
export type ExportsEvent = EventOf<typeof exportsEvents>

/** Events of the streams `contacts-<user>.<team>`: a user opened the contact data of a captain. */
export const contactsEvents = defineEvents({
  /** Older events have no `teamId`: the user read the list of a whole division. */
  ContactsShown: {
    version: 1,
    data: z.strictObject({ division: z.enum(divisions), teams: z.number().int(), teamId: z.string().optional() }),
    sentence: ({ division, teams, teamId }, history) =>
      describe(
        teamId === undefined ? 'contact data of captains' : nameTeam(history, teamId),
        teamId === undefined
          ? `saw the phones and e-mail addresses of ${count(teams, 'captain', 'captains')} (${divisionLabels[division]})`
          : `saw the contact data of ${nameTeam(history, teamId)}`,
      ),
    undo: { impossible: 'What was seen cannot be unseen.' },
    live: [auditTopic],
  },
})
export type ContactsEvent = EventOf<typeof contactsEvents>

const situation = z.strictObject({
  status: z.enum([...teamStatuses, 'removed', 'withdrawn']),
  paid: z.boolean(),
})
/** Emails to the captain report it. */
export type Situation = z.infer<typeof situation>

const noticedChange = z.strictObject({
  teamId: z.string(),
  /** The situation that the captain knew. */
  was: situation,
  is: situation,
  /** The team moved up or down, because other teams came or went. */
  byOrder: z.boolean(),
  /** Staff caused the change, so the email does not count toward the quota of the captain's mailbox. */
  byStaff: z.boolean(),
  /** The captain gets an email. False for forgotten captains and demo data. */
  mailed: z.boolean(),
  /** The versions of the team's stream between which staff corrected the bid. */
  corrected: z.strictObject({ from: z.number().int(), to: z.number().int() }).optional(),
})
export type NoticedChange = z.infer<typeof noticedChange>

/** Events of the streams `notice-<team>`. */
export const noticeEvents = defineEvents({
  /** An automation noticed a change that the captain does not know. Another automation then sends the email. */
  TeamChangeNoticed: {
    version: 1,
    data: noticedChange,
    sentence: (change, history) => describeNoticedChange(change, nameTeam(history, change.teamId)),
    undo: {
      impossible:
        'It follows from a decision about this team or another one. Undo that instead; the captain then gets an email.',
    },
    live: [auditTopic],
  },
})
export type NoticeEvent = EventOf<typeof noticeEvents>

/** All events of this module. */
export const tournamentEvents = defineEvents({
  ...teamEvents,
  ...captainEvents,
  ...poolsEvents,
  ...scheduleEvents,
  ...gameEvents,
  ...standingsEvents,
  ...spiritEvents,
  ...invitationEvents,
  ...exportsEvents,
  ...contactsEvents,
  ...noticeEvents,
})
export type TournamentEvent = EventOf<typeof tournamentEvents>
