import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { exportsStream, exportTeamsDecider, noteContactsShownDecider } from './disclosure.ts'

const metadata = { now: new Date('2025-11-01T12:00:00Z') }

describe('A look at the contact data of a captain', () => {
  const given = DeciderSpecification.for(noteContactsShownDecider)
  const teamId = '6f9619ff-8b86-4011-b42d-00c04fc96401'
  const command = (looks: number) => ({
    type: 'NoteContactsShown' as const,
    data: { division: 'comp' as const, teamId, looks },
    metadata,
  })
  const shown = { type: 'ContactsShown' as const, data: { division: 'comp' as const, teams: 1, teamId } }

  it('is noted with the team', () => given([]).when(command(0)).then([shown]))

  it('is noted again once the one before is over', () => given([shown]).when(command(1)).then([shown]))

  it('is one look where two requests come at once', () => given([shown]).when(command(0)).then([]))
})

describe('Exporting the teams', () => {
  const given = DeciderSpecification.for(exportTeamsDecider)
  const command = (teams: number) => ({ type: 'ExportTeams' as const, data: { teams }, metadata })
  const exported = (teams: number) => ({ type: 'TeamsExported' as const, data: { teams, format: 'csv' as const } })

  it('is recorded with how many teams were shown', () =>
    given([])
      .when(command(41))
      .then([exported(41)]))

  it('is recorded each time', () =>
    given([exported(41)])
      .when(command(41))
      .then([exported(41)]))

  it('leaves nothing in its one stream that a later export could depend on', () => {
    const { evolve, initialState } = exportTeamsDecider
    expect([exportsStream, initialState(), evolve(initialState())]).toEqual(['exports-teams', {}, {}])
  })

  it('is recorded also where the list was empty', () =>
    given([])
      .when(command(0))
      .then([exported(0)]))
})
