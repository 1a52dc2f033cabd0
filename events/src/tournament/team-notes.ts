import type { TimedCommand } from '../language/command.ts'
import { isRemovable, isShown } from '../language/notes.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import { evolve, initialState, type Team } from './team-state.ts'

export type AddNote = TimedCommand<'AddNote', { readonly noteId: string; readonly text: string }>

/** Notes can be about a team that is taken out, too: staff may have to explain why it left. */
export function addNote({ data }: AddNote, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return isShown(team.notes, data.noteId) ? [] : [{ type: 'TeamNoteAdded', data }]
}

export const addNoteDecider = { decide: addNote, evolve, initialState }

export type RemoveNote = TimedCommand<'RemoveNote', { readonly noteId: string }>

export function removeNote({ data }: RemoveNote, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return isRemovable(team.notes, data.noteId) ? [{ type: 'TeamNoteRemoved', data }] : []
}

export const removeNoteDecider = { decide: removeNote, evolve, initialState }
