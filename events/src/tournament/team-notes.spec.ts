import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import type { TeamEvent } from './events.ts'
import { now, registered, removed } from './facts.fixture.ts'
import { addNoteDecider, removeNoteDecider } from './team-notes.ts'

const data = { noteId: 'n1', text: 'Arrives late.' }
const add = { type: 'AddNote', data, metadata: { now } } as const
const remove = (noteId = 'n1') => ({ type: 'RemoveNote', data: { noteId }, metadata: { now } }) as const
const added: TeamEvent = { type: 'TeamNoteAdded', data }
const noteRemoved: TeamEvent = { type: 'TeamNoteRemoved', data: { noteId: 'n1' } }
const failsWith = (code: string) => (error: DomainError) => error.code === code

describe('Writing a note about a team', () => {
  const given = DeciderSpecification.for(addNoteDecider)

  it('adds it once, also of a team that is out', () => {
    given([registered]).when(add).then([added])
    given([registered, removed]).when(add).then([added])
    given([registered, added]).when(add).thenNothingHappened()
  })

  it('puts one back that was removed', () => given([registered, added, noteRemoved]).when(add).then([added]))

  it('refuses a team that never registered', () =>
    given([]).when(add).thenThrows(DomainError, failsWith('TEAM_NOT_FOUND')))
})

describe('Removing a note about a team', () => {
  const given = DeciderSpecification.for(removeNoteDecider)

  it('removes it once', () => {
    given([registered, added]).when(remove()).then([noteRemoved])
    given([registered, added, noteRemoved]).when(remove()).thenNothingHappened()
    given([registered, added, noteRemoved, added]).when(remove()).then([noteRemoved])
  })

  it('refuses what was never there', () => {
    given([]).when(remove()).thenThrows(DomainError, failsWith('TEAM_NOT_FOUND'))
    given([registered, added]).when(remove('n2')).thenThrows(DomainError, failsWith('NOTE_NOT_FOUND'))
  })
})
