import type { TimedCommand } from '@ultimate/events/language/command.ts'
import type { ExportsEvent } from '@ultimate/events/tournament/events.ts'

/**
 * The exports of files from the app. One stream holds all of them, so that the audit shows every export when asked for
 * this stream; no decision depends on earlier ones.
 */
export type Exports = Readonly<Record<string, never>>

export const initialState = (): Exports => ({})

export const evolve = (exports: Exports): Exports => exports

export const exportsStream = 'exports-teams'

/** `teams` is the number of teams in the file. */
export type ExportTeams = TimedCommand<'ExportTeams', { teams: number }>

/** Records every export, also of an empty list and right after another one: contact data has left the app each time. */
export function exportTeams({ data }: ExportTeams): ExportsEvent {
  return { type: 'TeamsExported', data: { teams: data.teams, format: 'csv' } }
}

export const exportTeamsDecider = { decide: exportTeams, evolve, initialState }
