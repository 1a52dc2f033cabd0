import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import type { NoteEvent } from './events.ts'
import { addSignupNoteDecider, removeSignupNoteDecider } from './signup-notes.ts'
import { metadata } from './slot.fixture.ts'

const named = { signupId: 'a', slotId: 'yams', noteId: 'n1' }
const data = { ...named, text: 'Brings a stool.' }
const added: NoteEvent = { type: 'SignupNoteAdded', data }
const removed: NoteEvent = { type: 'SignupNoteRemoved', data: named }

describe('Writing a note about a sign-up', () => {
  const given = DeciderSpecification.for(addSignupNoteDecider)
  const add = { type: 'AddSignupNote', data, metadata } as const

  it('adds it once', () => {
    given([]).when(add).then([added])
    given([added]).when(add).thenNothingHappened()
  })

  it('puts one back that was removed', () => given([added, removed]).when(add).then([added]))
})

describe('Removing a note about a sign-up', () => {
  const given = DeciderSpecification.for(removeSignupNoteDecider)
  const remove = (noteId = 'n1') => ({ type: 'RemoveSignupNote', data: { ...named, noteId }, metadata }) as const

  it('removes it once', () => {
    given([added]).when(remove()).then([removed])
    given([added, removed]).when(remove()).thenNothingHappened()
    given([added, removed, added]).when(remove()).then([removed])
  })

  it('refuses what was never there', () =>
    given([added])
      .when(remove('n2'))
      .thenThrows(DomainError, ({ code }) => code === 'NOTE_NOT_FOUND'))
})
