import { describeNoteAdded, describeNoteRemoved } from '../language/sentence/note-sentences.ts'
import { count, type Fact, type History, last, lastOf, type Sentences } from '../language/sentence/sentence.ts'
import { differencesOf } from './bid-parts.ts'
import type { Situation, TournamentEvent } from './events.ts'
import { poolSentences } from './pools/pool-sentences.ts'
import { type Division, divisionLabels } from './team.ts'

type Known = History<TournamentEvent>

/** The bid as it was corrected last. */
const bidOf = ({ earlier }: Known) => last(earlier, 'TeamCorrected') ?? last(earlier, 'TeamRegistered')

const teamOf = (known: Known): string => bidOf(known)?.teamName ?? 'a team'

/** The last division that was said. */
const divisionOf = ({ earlier }: Known): Division | undefined =>
  earlier
    .flatMap((fact) => ((fact.type === 'TeamRegistered' || fact.type === 'TeamCorrected') && fact.data.division) || [])
    .at(-1)

const statuses = { TeamConfirmed: 'confirmed', TeamWaitlisted: 'on the waitlist' } as const
const statusOf = ({ earlier }: Known): string => {
  const decided = lastOf(earlier, ['TeamConfirmed', 'TeamWaitlisted', 'TeamStandingReset'])
  return decided && decided !== 'TeamStandingReset' ? statuses[decided] : 'placed by order of registration'
}

const paidOf = ({ earlier }: Known): string =>
  lastOf(earlier, ['TeamMarkedPaid', 'TeamMarkedUnpaid']) === 'TeamMarkedPaid' ? 'paid' : 'not paid'

const seedOf = ({ earlier }: Known): string => {
  const seed = last(earlier, 'TeamSeeded')?.seed ?? null
  return seed === null ? 'not seeded' : `seeded ${seed}`
}

const removalOf = ({ earlier }: Known): string | undefined => {
  const change = lastOf(earlier, ['TeamRemoved', 'TeamWithdrawn', 'TeamRestored'])
  if (change === 'TeamWithdrawn') return 'withdrawn'
  if (change !== 'TeamRemoved') return undefined
  return withReason('removed', last(earlier, 'TeamRemoved')?.reason ?? '')
}

const situations = {
  confirmed: 'confirmed',
  waitlist: 'on the waitlist',
  removed: 'removed',
  withdrawn: 'withdrawn',
} as const
const situationOf = ({ status, paid }: Situation): string => `${situations[status]}, ${paid ? 'paid' : 'not paid'}`

/** From the stream of a notice, which holds no name. */
function namedIn(facts: readonly Fact[]): string {
  const name = facts.findLast(({ type }) => type === 'TeamCorrected' || type === 'TeamRegistered')?.data['teamName']
  return typeof name === 'string' ? name : 'a team'
}

/** The reason is empty where it was forgotten with the captain. */
const withReason = (words: string, reason: string): string => (reason === '' ? words : `${words}: ${reason}`)

/** How the audit describes each fact of this module. */
export const tournamentSentences: Sentences<TournamentEvent> = {
  TeamRegistered: ({ teamName, division, location }) => ({
    text: `registered the team ${teamName} (${divisionLabels[division]}, ${location})`,
    subject: teamName,
  }),
  AddressConfirmed: ({ by }, known) => ({
    text:
      by === 'link' ? `confirmed the address of ${teamOf(known)}` : `confirmed the address of ${teamOf(known)} by hand`,
    was: 'not confirmed',
    subject: teamOf(known),
  }),
  ConfirmationLinkRequested: () => ({ text: 'asked for a confirmation link', subject: 'confirmation links' }),
  TeamConfirmed: (_, known) => ({ text: `confirmed ${teamOf(known)}`, was: statusOf(known), subject: teamOf(known) }),
  TeamWaitlisted: (_, known) => ({
    text: `put ${teamOf(known)} on the waitlist`,
    was: statusOf(known),
    subject: teamOf(known),
  }),
  TeamStandingReset: (_, known) => ({
    text: `left ${teamOf(known)} to the order of registration again`,
    was: statusOf(known),
    subject: teamOf(known),
  }),
  TeamMarkedPaid: (_, known) => ({
    text: `marked ${teamOf(known)} as paid`,
    was: paidOf(known),
    subject: teamOf(known),
  }),
  TeamMarkedUnpaid: (_, known) => ({
    text: `marked ${teamOf(known)} as not paid`,
    was: paidOf(known),
    subject: teamOf(known),
  }),
  TeamSeeded: ({ seed }, known) => ({
    text: seed === null ? `took the seed of ${teamOf(known)} away` : `seeded ${teamOf(known)} ${seed}`,
    was: seedOf(known),
    subject: teamOf(known),
  }),
  TeamRemoved: ({ reason }, known) => ({
    text: withReason(`removed ${teamOf(known)}`, reason),
    was: removalOf(known) ?? 'registered',
    subject: teamOf(known),
  }),
  TeamRestored: (_, known) => ({ text: `restored ${teamOf(known)}`, was: removalOf(known), subject: teamOf(known) }),
  // Contact data are named and not repeated.
  TeamCorrected: (bid, known) => {
    const before = bidOf(known)
    const changed = before ? differencesOf({ ...before, division: divisionOf(known) }, bid) : []
    const parts = changed.map(({ part }) => part).join(', ')
    const was = changed.flatMap(({ isPublic, was: value }) => (isPublic ? value : [])).join(', ')
    return {
      text: `corrected the bid of ${teamOf(known)}${parts && `: ${parts}`}${bid.reason ? ` (${bid.reason})` : ''}`,
      was: was || undefined,
      subject: bid.teamName,
    }
  },
  TeamWithdrawn: (_, known) => ({
    text: `withdrew the bid of ${teamOf(known)}`,
    was: removalOf(known) ?? 'registered',
    subject: teamOf(known),
  }),
  BidLinkRevoked: (_, known) => ({
    text: `ended the private link to the bid of ${teamOf(known)}`,
    was: 'valid',
    subject: teamOf(known),
  }),
  TeamNoteAdded: ({ noteId, text }, known) =>
    describeNoteAdded({ noteId, earlier: known.earlier, subject: teamOf(known) }, text),
  TeamNoteRemoved: ({ noteId }, known) =>
    describeNoteRemoved({ noteId, earlier: known.earlier, subject: teamOf(known) }),
  TeamChangeNoticed: ({ teamId, was, is, byOrder, mailed, corrected }, known) => {
    const name = namedIn(known.of(`team-${teamId}`))
    if (corrected && was.status === is.status && was.paid === is.paid)
      return { text: `emailed the captain of ${name} about the corrected bid`, subject: name }
    const moved = `moved ${name} ${is.status === 'confirmed' ? 'up' : 'down'} by order of registration`
    const heard = `emailed the captain of ${name}`
    const said = byOrder ? (mailed ? `${moved} and ${heard}` : moved) : heard
    return { text: `${said}: ${situationOf(is)}`, was: situationOf(was), subject: name }
  },
  ...poolSentences,
  TeamsExported: ({ teams }) => ({
    text: `exported ${count(teams, 'team', 'teams')} with contact data`,
    subject: 'exports of teams',
  }),
  ContactsShown: ({ division, teams, teamId }, known) => ({
    text:
      teamId === undefined
        ? `saw the phones and e-mail addresses of ${count(teams, 'captain', 'captains')} (${divisionLabels[division]})`
        : `saw the contact data of ${namedIn(known.of(`team-${teamId}`))}`,
    subject: teamId === undefined ? 'contact data of captains' : namedIn(known.of(`team-${teamId}`)),
  }),
}
