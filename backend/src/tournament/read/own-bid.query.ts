import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import type { Registration } from '@ultimate/events/tournament/registration.ts'
import { statusByOrder } from '@ultimate/events/tournament/team.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import type { OwnBidLinks } from '../secrets/bid-links.ts'
import { type TeamRow, teamColumns, toBidForm } from './teams/teams.view.ts'

type Row = TeamRow & { readonly ahead: number }

/** A bid as its captain sees it, with its row. */
interface BidWithRow {
  readonly own: OwnBid
  readonly row: Row
}

/** Reads a bid with its captain's entries, and its place among the bids that count. Null if there is none. */
export async function readBid({ sql, edition, facts }: Edition, id: string): Promise<BidWithRow | null> {
  const [row] = await sql<Row[]>`
    select ${sql(teamColumns)},
      (
        select count(*)::int from teams other
        where other.edition = ${edition} and other.email_confirmed and other.removed is null
          and (other.created_at, other.id) < (team.created_at, team.id)
      ) as ahead
    from teams team where id = ${id} and edition = ${edition}`
  return row ? { own: buildAnswer(row, (await facts()).capacity), row } : null
}

export const readOwnBid = async (current: Edition, id: string): Promise<OwnBid | null> =>
  (await readBid(current, id))?.own ?? null

function buildAnswer(row: Row, capacity: number): OwnBid {
  const number = row.email_confirmed && row.removed === null ? row.ahead + 1 : null
  return {
    id: row.id,
    division: row.division,
    number,
    status: row.status ?? (number === null ? 'waitlist' : statusByOrder(number, capacity)),
    paid: row.paid,
    out: row.removed && (row.removed.withdrawn ? 'captain' : 'staff'),
    bid: toBidForm(row),
  }
}

/** What a private link must match to open the bid. */
interface BidLink {
  /** The year that the bid is for. */
  readonly edition: string
  readonly generation: number
}

/** Finds a bid of any edition; null where there is none. */
export async function readBidLink({ sql }: Pick<Edition, 'sql'>, id: string): Promise<BidLink | null> {
  const [row] = await sql<BidLink[]>`select edition, link_generation as generation from teams where id = ${id}`
  return row ?? null
}

/** A bid as far as a mail with its link needs it. */
interface MailedBid {
  readonly id: string
  readonly team_name: string
  readonly captain_email: string
  readonly created_at: Date
  readonly email_confirmed: boolean
}

/** True where this address has a bid with the same team name that is not removed, counting or not. Ignores case. */
export async function isRegistered(
  { sql, edition }: Edition,
  { teamName, captainEmail }: Pick<Registration, 'teamName' | 'captainEmail'>,
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from teams where lower(captain_email) = lower(${captainEmail}) and edition = ${edition}
      and removed is null and lower(team_name) = lower(${teamName})) as found`
  return row?.found === true
}

/** The limit is more than one captain needs: a stranger may make any number of bids under an address. */
const maxBids = 10

/** Reads the bids of an address that are not removed, whether they count or not, the newest first. */
export async function readBidsOf({ sql, edition }: Edition, address: string): Promise<MailedBid[]> {
  return sql<MailedBid[]>`
    select id, team_name, captain_email, created_at, email_confirmed from teams
    where lower(captain_email) = lower(${address}) and edition = ${edition} and removed is null
    order by created_at desc, id limit ${maxBids}`
}

/** A bid that was opened by its private link. */
interface OpenBid {
  readonly own: OwnBid
  /** The generation of the link. */
  readonly link: number
}

/** Returns the bid that a private link opens, or the error code where it opens none. */
async function lookUp(
  current: Edition,
  links: OwnBidLinks,
  { token, endsWithEdition = true }: BidLookUp,
): Promise<OpenBid | ReasonNotOpened> {
  const opened = await links.open(token)
  if (!opened) return 'BID_LINK_INVALID'
  const currentLink = await readBidLink(current, opened.teamId)
  // The oldest links name no edition, so they have the edition of their bid.
  const edition = opened.edition ?? currentLink?.edition ?? current.edition
  if (edition !== current.edition && endsWithEdition) return 'BID_LINK_ENDED'
  const own = currentLink && (await readOwnBid({ ...current, edition }, opened.teamId))
  if (!own) return 'TEAM_NOT_FOUND'
  if (!opened.isMailedTo(own.bid.captainEmail)) return 'BID_LINK_INVALID'
  return opened.generation === currentLink.generation ? { own, link: opened.generation } : 'BID_LINK_REVOKED'
}

type ReasonNotOpened = Extract<
  keyof typeof tournamentErrors.registry,
  'BID_LINK_INVALID' | 'BID_LINK_ENDED' | 'BID_LINK_REVOKED' | 'TEAM_NOT_FOUND'
>

interface BidLookUp {
  readonly token: string
  /** False to open also a link whose edition is over. */
  readonly endsWithEdition?: boolean
}

/** Fails with the reason where the link opens nothing. */
export async function openBid(current: Edition, links: OwnBidLinks, token: string): Promise<OpenBid> {
  const result = await lookUp(current, links, { token })
  return typeof result === 'string' ? tournamentErrors.fail(result) : result
}

/** Null where the link opens nothing. */
export async function findBid(current: Edition, links: OwnBidLinks, token: string): Promise<OwnBid | null> {
  const result = await lookUp(current, links, { token })
  return typeof result === 'string' ? null : result.own
}

/** Returns the address to which a link was mailed, even if it has ended with its edition; null for other links. */
export async function addressOfBid(current: Edition, links: OwnBidLinks, token: string): Promise<string | null> {
  const result = await lookUp(current, links, { token, endsWithEdition: false })
  return typeof result === 'string' ? null : result.own.bid.captainEmail
}

export function readOwnBidRoute({ current }: Platform, links: OwnBidLinks): Route {
  return route(tournamentApi.readOwnBid, async ({ body: { token } }) => ({
    status: 200,
    body: (await openBid(current, links, token)).own,
  }))
}
