import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import {
  type AddNote,
  addNoteDecider,
  type RemoveNote,
  removeNoteDecider,
} from '@ultimate/events/tournament/team-notes.ts'
import { teamStream } from '@ultimate/events/tournament/team-state.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readTeamPage } from '../read/teams/team-page.query.ts'

export function addNoteRoute({ commands, current }: Platform): Route {
  return route(tournamentApi.addNote, async ({ params: { id }, body: { text } }, { command: context, newId }) => {
    const noteId = newId()
    const command: AddNote = { type: 'AddNote', data: { noteId, text }, metadata: { now: context.now } }
    await commands.handle(addNoteDecider, { stream: teamStream(id), command }, context)
    const page = await readTeamPage(current, id)
    const note = page?.team.notes.find((one) => one.id === noteId) ?? tournamentErrors.fail('NOTE_NOT_FOUND')
    return { status: 201, body: { note } }
  })
}

export function removeNoteRoute({ commands }: Platform): Route {
  return route(tournamentApi.removeNote, async ({ params: { id, note } }, { command: context }) => {
    const command: RemoveNote = { type: 'RemoveNote', data: { noteId: note }, metadata: { now: context.now } }
    await commands.handle(removeNoteDecider, { stream: teamStream(id), command }, context)
    return { status: 204, body: undefined }
  })
}
