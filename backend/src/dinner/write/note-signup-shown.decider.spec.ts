import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { describe, it } from 'vitest'
import { noteSignupShownDecider } from './note-signup-shown.decider.ts'

const given = DeciderSpecification.for(noteSignupShownDecider)
const data = { signupId: 'sid', slotId: 'pie' }
const command = (looks: number) => ({
  type: 'NoteSignupShown' as const,
  data: { ...data, looks },
  metadata: { now: new Date('2025-11-01T12:00:00Z') },
})
const shown = { type: 'SignupShown' as const, data }

describe('A look at the contact data of a sign-up', () => {
  it('is noted with the sign-up', () => given([]).when(command(0)).then([shown]))

  it('is noted again once the one before is over', () => given([shown]).when(command(1)).then([shown]))

  it('is one look where two requests come at once', () => given([shown]).when(command(0)).then([]))
})
