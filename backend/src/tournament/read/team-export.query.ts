import { formatVenueTime } from '@ultimate/events/language/venue-clock.ts'
import { divisionLabels, statusByOrder, statusLabels } from '@ultimate/events/tournament/team.ts'
import type { Edition } from '../../platform/edition.ts'
import { type CsvColumns, toCsv } from '../../platform/http/answer/csv.ts'
import { type TeamRow, teamColumns } from './teams/teams.view.ts'

const columns: CsvColumns<ContactTeam> = [
  ['#', ({ place }) => place ?? ''],
  ['Team', ({ team_name }) => team_name],
  ['Division', ({ division }) => divisionLabels[division]],
  ['Status', ({ status }) => statusLabels[status]],
  ['Paid', ({ paid }) => (paid ? 'Yes' : 'No')],
  ['Location', ({ location }) => location],
  ['Captain', ({ captain_name }) => captain_name],
  ['Captain email', ({ captain_email }) => captain_email],
  ['Captain phone', ({ captain_phone }) => captain_phone],
  ['Alternate captain', ({ alternate_name }) => alternate_name ?? ''],
  ['Alternate email', ({ alternate_email }) => alternate_email ?? ''],
  ['Alternate phone', ({ alternate_phone }) => alternate_phone ?? ''],
  ['Past team names', ({ past_team_names }) => past_team_names],
  ['Comments', ({ comments }) => comments],
  ['Registered (venue time)', ({ created_at }) => formatVenueTime(created_at)],
  ['Id', ({ id }) => id],
  ['Email confirmed', ({ email_confirmed }) => (email_confirmed ? 'Yes' : 'No')],
]

export const teamsCsv = (teams: readonly ContactTeam[]): string => toCsv(columns, teams)

/** A team with everything its captain entered, and its number in the order of registration among the bids that count. */
export type ContactTeam = Omit<
  TeamRow,
  'status' | 'seeds' | 'removed' | 'notes' | 'edition' | 'link_generation' | 'version'
> & {
  /** Null where the bid does not count yet. */
  readonly place: number | null
  readonly by_hand: boolean
  readonly status: NonNullable<TeamRow['status']>
}

/** Reads all teams except removed ones, oldest first. */
export async function readTeamsWithContacts({ sql, edition, facts }: Edition): Promise<ContactTeam[]> {
  const rows = await sql<TeamRow[]>`
    select ${sql(teamColumns)}
    from teams where edition = ${edition} and removed is null order by created_at, id`
  const { capacity } = await facts()
  let order = 0
  return rows.map((row) => {
    const by_hand = row.status !== null
    if (!row.email_confirmed) return { ...row, place: null, status: row.status ?? 'waitlist', by_hand }
    order += 1
    return { ...row, place: order, status: row.status ?? statusByOrder(order, capacity), by_hand }
  })
}
