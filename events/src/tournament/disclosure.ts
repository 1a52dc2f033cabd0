import type { Decider, TimedCommand } from '../language/command.ts'
import { evolve, initialState, isNewLook, type Looks } from '../language/look.ts'
import type { ContactsEvent, ExportsEvent } from './events.ts'
import type { Division } from './team.ts'

export type NoteContactsShown = TimedCommand<
  'NoteContactsShown',
  Looks & { readonly division: Division; readonly teamId: string }
>

/** Records that a member of staff looked at the contact data of a captain. */
function noteContactsShown({ data }: NoteContactsShown, state: Looks): ContactsEvent[] {
  const { division, teamId } = data
  return isNewLook(data, state) ? [{ type: 'ContactsShown', data: { division, teams: 1, teamId } }] : []
}

export const noteContactsShownDecider: Decider<Looks, NoteContactsShown, ContactsEvent> = {
  decide: noteContactsShown,
  evolve,
  initialState,
}

/** One stream holds all exports of files, so that the audit shows every export when asked for this stream. */
export const exportsStream = 'exports-teams'

/** `teams` is the number of teams in the file. */
export type ExportTeams = TimedCommand<'ExportTeams', { teams: number }>

/** Records every export, also of an empty list and right after another one: contact data has left the app each time. */
export function exportTeams({ data }: ExportTeams): ExportsEvent {
  return { type: 'TeamsExported', data: { teams: data.teams, format: 'csv' } }
}

/** No decision depends on earlier exports. */
type Exports = Readonly<Record<string, never>>

export const exportTeamsDecider = {
  decide: exportTeams,
  evolve: (exports: Exports): Exports => exports,
  initialState: (): Exports => ({}),
}
