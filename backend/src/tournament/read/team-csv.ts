import { momentInHuntsville } from '@ultimate/events/language/venue-clock.ts'
import { divisionLabels, statusLabels } from '@ultimate/events/tournament/team.ts'
import { type CsvColumns, toCsv } from '../../platform/http/answer/csv.ts'
import type { ContactTeam } from './team-export.query.ts'

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
  ['Registered (venue time)', ({ created_at }) => momentInHuntsville(created_at)],
  ['Id', ({ id }) => id],
  ['Email confirmed', ({ email_confirmed }) => (email_confirmed ? 'Yes' : 'No')],
]

export const teamsCsv = (teams: readonly ContactTeam[]): string => toCsv(columns, teams)
