import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { exportsStream, exportTeamsDecider } from '@ultimate/events/tournament/disclosure.ts'
import { matchFilter } from '@ultimate/events/tournament/team-filter.ts'
import { commandRoute } from '../../platform/commands.ts'
import { csvHeaders } from '../../platform/http/answer/csv.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readTeamsWithContacts, teamsCsv } from '../read/team-export.query.ts'

/** Records the export, with the user, before the file is sent. */
export function exportTeamsRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.exportTeams,
    async ({ query }, { commandContext: { now }, send, current }) => {
      const { q: search, ...choices } = query
      const teams = (await readTeamsWithContacts(current)).filter(matchFilter({ search, ...choices }))
      await send(exportTeamsDecider, exportsStream, { type: 'ExportTeams', data: { teams: teams.length } })
      // The endpoint declares no type for a body that is not JSON.
      const body = Buffer.from(teamsCsv(teams)) as unknown as undefined
      return { status: 200, body, headers: csvHeaders('teams', now) }
    },
  )
}
