import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { addSignupNoteDecider, notesStream, removeSignupNoteDecider } from '@ultimate/events/dinner/signup-notes.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSignupPage } from '../read/signups.view.ts'
import { openSignup } from './open-signup.ts'

/** The page of a sign-up: its contact data and its notes. */
export const signupPageRoutes = (platform: Platform): Route[] => [
  readSignupRoute(platform),
  addSignupNoteRoute(platform),
  removeSignupNoteRoute(platform),
]

/** Records that the caller looked, because the answer has contact data. */
function readSignupRoute(platform: Platform): Route {
  return route(signupApi.readSignup, async ({ params: { id } }, { commandContext }) => ({
    status: 200,
    body: { signup: await openSignup(platform, id, commandContext) },
  }))
}

function addSignupNoteRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.addSignupNote, async ({ params: { id }, body }, { newId, send, current }) => {
    const data = { ...(await requireSignupIds(current, id)), noteId: newId(), ...body }
    await send(addSignupNoteDecider, notesStream(id), { type: 'AddSignupNote', data })
    const { notes = [] } = (await readSignupPage(current, id)) ?? {}
    const note = notes.find((one) => one.id === data.noteId) ?? dinnerErrors.fail('NOTE_NOT_FOUND')
    return { status: 201, body: { note } }
  })
}

function removeSignupNoteRoute(platform: Platform): Route {
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
