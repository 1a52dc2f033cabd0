import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { listedBy } from '@ultimate/events/tournament/team-filter.ts'
import { csvHeaders } from '../../platform/http/answer/csv.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { teamsCsv } from '../read/team-csv.ts'
import { readTeamsWithContacts } from '../read/team-export.query.ts'
import { type ExportTeams, exportsStream, exportTeamsDecider } from './export-teams.decider.ts'

/** The file goes out only after the log holds who took it. */
export function exportTeamsRoute({ commands, current }: Platform): Route {
  return route(tournamentApi.exportTeams, async ({ query: { q: search, ...choices } }, { command: context }) => {
    const teams = (await readTeamsWithContacts(current)).filter(listedBy({ search, ...choices }))
    const command: ExportTeams = {
      type: 'ExportTeams',
      data: { teams: teams.length },
      metadata: { now: context.now },
    }
    await commands.handle(exportTeamsDecider, { stream: exportsStream, command }, context)
    // The declaration knows no type for a body that is not JSON.
    const body = Buffer.from(teamsCsv(teams)) as unknown as undefined
    return { status: 200, body, headers: csvHeaders('teams', context.now) }
  })
}
