import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../platform/event-store/emmett.ts'
import { type NoteSignupShown, noteSignupShownDecider } from './note-signup-shown.decider.ts'

const given = DeciderSpecification.for(noteSignupShownDecider)
const data = { signupId: 'sid', slotId: 'pie' }
const command: NoteSignupShown = {
  type: 'NoteSignupShown',
  data,
  metadata: { now: new Date('2025-11-01T12:00:00Z') },
}
const shown = { type: 'SignupShown' as const, data }

describe('Showing the contact data of a sign-up', () => {
  it('is noted with whose they are', () => given([]).when(command).then([shown]))

  it('is noted once where the request is sent again', () => given([shown]).when(command).then([]))
})
