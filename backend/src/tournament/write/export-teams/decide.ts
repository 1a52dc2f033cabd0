import type { ExportsEvent } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'

/** `teams` is how many the file shows. */
export type ExportTeams = TimedCommand<'ExportTeams', { teams: number }>

/** Always a fact, also of an empty list and a moment after the last: the contact data left the app once more. */
export function exportTeams({ data }: ExportTeams): ExportsEvent {
  return { type: 'TeamsExported', data: { teams: data.teams, format: 'csv' } }
}
