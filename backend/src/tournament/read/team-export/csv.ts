import { momentInHuntsville } from '@ultimate/events/language/moment.ts'
import { divisionLabels, statusLabels } from '@ultimate/events/tournament/team.ts'
import { stringify } from 'csv-stringify/sync'
import type { ContactTeam } from './query.ts'

/** The columns in order: their heads and cells. */
const columns: readonly (readonly [head: string, cell: (team: ContactTeam) => string | number])[] = [
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
  ['Registered (Huntsville time)', ({ created_at }) => momentInHuntsville(created_at)],
  ['Id', ({ id }) => id],
  ['Email confirmed', ({ email_confirmed }) => (email_confirmed ? 'Yes' : 'No')],
]

/**
 * The list as RFC 4180 has it, with the mark by which Excel knows UTF-8. A cell that a spreadsheet would take for a
 * formula gets an apostrophe in front; what follows it is unchanged, so a phone keeps its plus.
 */
export function teamsCsv(teams: readonly ContactTeam[]): string {
  return stringify(
    teams.map((team) => columns.map(([, cell]) => cell(team))),
    {
      columns: columns.map(([head]) => head),
      header: true,
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
      // A line break of another kind than the one between records needs quotes as well.
      quoted_string: true,
    },
  )
}
