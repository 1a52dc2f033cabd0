import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import type { Registration } from '@ultimate/events/tournament/registration.ts'
import { statusByOrder } from '@ultimate/events/tournament/team.ts'
import type { Edition } from '../../platform/edition.ts'
import { type TeamRow, teamColumns, toBidForm } from './teams/teams.view.ts'

type Row = TeamRow & {
  /** The number of bids that count and stand before it in the order of registration. */
  readonly ahead: number
}

/** A bid as its captain sees it, with its row. */
interface BidWithRow {
  readonly own: OwnBid
  readonly row: Row
}

/** Reads a bid of this edition with its row; null if there is none. */
export async function readBidWithRow({ sql, edition, facts }: Edition, id: string): Promise<BidWithRow | null> {
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
  (await readBidWithRow(current, id))?.own ?? null

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

/** More bids than one captain needs. Limits the list, because a stranger may make any number under an address. */
const maxBids = 10

/** Reads the bids of an address that are not removed, whether they count or not, the newest first. */
export async function readBidsOf({ sql, edition }: Edition, address: string): Promise<MailedBid[]> {
  return sql<MailedBid[]>`
    select id, team_name, captain_email, created_at, email_confirmed from teams
    where lower(captain_email) = lower(${address}) and edition = ${edition} and removed is null
    order by created_at desc, id limit ${maxBids}`
}

/** A private link must match these to open the bid. */
interface BidLink {
  /** The year that the bid is for. */
  readonly edition: string
  readonly generation: number
}

/** Reads what the link of a bid of any edition must match; null if there is no such bid. */
export async function readBidLink({ sql }: Pick<Edition, 'sql'>, id: string): Promise<BidLink | null> {
  const [row] = await sql<BidLink[]>`select edition, link_generation as generation from teams where id = ${id}`
  return row ?? null
}
