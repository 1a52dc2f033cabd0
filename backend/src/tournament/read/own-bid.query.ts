import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import type { Registration } from '@ultimate/events/tournament/registration.ts'
import { statusByOrder } from '@ultimate/events/tournament/team.ts'
import type { Edition } from '../../platform/edition.ts'
import type { TeamRow } from './teams/teams.view.ts'

type Row = Omit<TeamRow, 'notes' | 'edition' | 'version' | 'link_generation'> & { readonly ahead: number }

/** Reads a bid with its captain's entries, and its place among the bids that count. Null if there is none. */
export async function readOwnBid({ sql, edition, facts }: Edition, id: string): Promise<OwnBid | null> {
  const [row] = await sql<Row[]>`
    select id, team_name, past_team_names, location, division, captain_name, captain_email, captain_phone,
      alternate_name, alternate_email, alternate_phone, comments, created_at, status, paid, email_confirmed, removed,
      (
        select count(*)::int from teams other
        where other.edition = ${edition} and other.email_confirmed and other.removed is null
          and (other.created_at, other.id) < (team.created_at, team.id)
      ) as ahead
    from teams team where id = ${id} and edition = ${edition}`
  return row ? buildAnswer(row, (await facts()).capacity) : null
}

function buildAnswer(row: Row, capacity: number): OwnBid {
  const number = row.email_confirmed && row.removed === null ? row.ahead + 1 : null
  return {
    id: row.id,
    division: row.division,
    number,
    status: row.status ?? (number === null ? 'waitlist' : statusByOrder(number, capacity)),
    paid: row.paid,
    out: row.removed && (row.removed.withdrawn ? 'captain' : 'staff'),
    bid: {
      teamName: row.team_name,
      pastTeamNames: row.past_team_names,
      location: row.location,
      captainName: row.captain_name,
      captainEmail: row.captain_email,
      captainPhone: row.captain_phone,
      altCaptainName: row.alternate_name ?? '',
      altCaptainEmail: row.alternate_email ?? '',
      altCaptainPhone: row.alternate_phone ?? '',
      comments: row.comments,
    },
  }
}

/** The contents that a private link to a bid needs to open it. */
export interface BidLink {
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
export interface MailedBid {
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

/** The limit is more than one captain makes; a stranger may make any number of bids under an address. */
const most = 10

/** Bids of an address that are not taken out, whether they count or not, the newest first. */
export async function readBidsOf({ sql, edition }: Edition, address: string): Promise<MailedBid[]> {
  return sql<MailedBid[]>`
    select id, team_name, captain_email, created_at, email_confirmed from teams
    where lower(captain_email) = lower(${address}) and edition = ${edition} and removed is null
    order by created_at desc, id limit ${most}`
}
