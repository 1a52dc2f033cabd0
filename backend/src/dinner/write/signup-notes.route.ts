import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import {
  type AddSignupNote,
  addSignupNoteDecider,
  notesStream,
  type RemoveSignupNote,
  removeSignupNoteDecider,
} from '@ultimate/events/dinner/signup-notes.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSignupPage } from '../read/signups.view.ts'

export function addSignupNoteRoute(platform: Platform): Route {
  return route(signupApi.addSignupNote, async ({ params: { id }, body: { text } }, { command: context, newId }) => {
    const [named, noteId] = [await nameSignup(platform, id), newId()]
    const command: AddSignupNote = {
      type: 'AddSignupNote',
      data: { ...named, noteId, text },
      metadata: { now: context.now },
    }
    await platform.commands.handle(addSignupNoteDecider, { stream: notesStream(id), command }, context)
    const { notes = [] } = (await readSignupPage(platform.current, id)) ?? {}
    const note = notes.find((one) => one.id === noteId) ?? dinnerErrors.fail('NOTE_NOT_FOUND')
    return { status: 201, body: { note } }
  })
}

export function removeSignupNoteRoute(platform: Platform): Route {
  return route(signupApi.removeSignupNote, async ({ params: { id, note: noteId } }, { command: context }) => {
    const command: RemoveSignupNote = {
      type: 'RemoveSignupNote',
      data: { ...(await nameSignup(platform, id)), noteId },
      metadata: { now: context.now },
    }
    await platform.commands.handle(removeSignupNoteDecider, { stream: notesStream(id), command }, context)
    return { status: 204, body: undefined }
  })
}

async function nameSignup({ current }: Platform, signupId: string) {
  const { slot_id: slotId } = (await readSignupPage(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  return { signupId, slotId }
}
