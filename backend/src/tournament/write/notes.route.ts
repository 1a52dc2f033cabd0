import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { addNoteDecider, removeNoteDecider, teamStream } from '@ultimate/events/tournament/bid.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readTeamPage } from '../read/teams/team-page.query.ts'

export const noteRoutes = (platform: Platform): Route[] => [addNoteRoute(platform), removeNoteRoute(platform)]

function addNoteRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.addNote, async ({ params: { id }, body }, { newId, send, current }) => {
    const data = { noteId: newId(), ...body }
    await send(addNoteDecider, teamStream(id), { type: 'AddNote', data })
    const page = await readTeamPage(current, id)
    const note = page?.team.notes.find((one) => one.id === data.noteId) ?? tournamentErrors.fail('NOTE_NOT_FOUND')
    return { status: 201, body: { note } }
  })
}

function removeNoteRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.removeNote, async ({ params: { id, note } }, { send }) => {
    await send(removeNoteDecider, teamStream(id), { type: 'RemoveNote', data: { noteId: note } })
    return { status: 204, body: undefined }
  })
}
