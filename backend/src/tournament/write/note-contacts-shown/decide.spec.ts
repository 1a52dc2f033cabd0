import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { noteContactsShownDecider } from './decide.ts'

const given = DeciderSpecification.for(noteContactsShownDecider)
const command = (teams: number) => ({
  type: 'NoteContactsShown' as const,
  data: { division: 'comp' as const, teams },
  metadata: { now: new Date('2025-11-01T12:00:00Z') },
})
const shown = (teams: number) => ({ type: 'ContactsShown' as const, data: { division: 'comp' as const, teams } })

describe('Showing the contact data of captains', () => {
  it('is noted with how many they were', () =>
    given([])
      .when(command(19))
      .then([shown(19)]))

  it('is noted once in its hour', () =>
    given([shown(19)])
      .when(command(20))
      .then([]))

  it('is not noted at first', () => expect(noteContactsShownDecider.initialState()).toEqual({ isNoted: false }))

  it('is no fact where the list was empty', () => given([]).when(command(0)).then([]))
})
