import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { addSignupNoteDecider, notesStream, removeSignupNoteDecider } from '@ultimate/events/dinner/signup-notes.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSignupPage } from '../read/signups.view.ts'

export function addSignupNoteRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.addSignupNote, async ({ params: { id }, body }, { newId, send, current }) => {
    const data = { ...(await requireSignupIds(current, id)), noteId: newId(), ...body }
    await send(addSignupNoteDecider, notesStream(id), { type: 'AddSignupNote', data })
    const { notes = [] } = (await readSignupPage(current, id)) ?? {}
    const note = notes.find((one) => one.id === data.noteId) ?? dinnerErrors.fail('NOTE_NOT_FOUND')
    return { status: 201, body: { note } }
  })
}

export function removeSignupNoteRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.removeSignupNote, async ({ params: { id, note } }, { send, current }) => {
    const data = { ...(await requireSignupIds(current, id)), noteId: note }
    await send(removeSignupNoteDecider, notesStream(id), { type: 'RemoveSignupNote', data })
    return { status: 204, body: undefined }
  })
}

async function requireSignupIds(current: Edition, signupId: string) {
  const { slot_id: slotId } = (await readSignupPage(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  return { signupId, slotId }
}
