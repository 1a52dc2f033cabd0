import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { type NoteSignupShown, noteSignupShownDecider } from '@ultimate/events/dinner/disclosure.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SignupPage } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Platform } from '../../platform/module.ts'
import { noteLook } from '../../platform/note-look.ts'
import { readSignupPage } from '../read/signups.view.ts'

/**
 * Returns a sign-up with contact data, and records that the caller looked at it.
 *
 * @throws SIGNUP_NOT_FOUND
 */
export async function openSignup(platform: Platform, signupId: string, context: CommandContext): Promise<SignupPage> {
  const signup = (await readSignupPage(platform.current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const commandFor = (looks: number): NoteSignupShown => ({
    type: 'NoteSignupShown',
    data: { signupId, slotId: signup.slot_id, looks },
    metadata: { now: context.now },
  })
  const stream = `disclosure-${context.actor.id}.${signupId}`
  await noteLook(platform, { stream, decider: noteSignupShownDecider, commandFor }, context)
  return signup
}
