import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { describe, expect, it } from 'vitest'
import { exportsStream, exportTeamsDecider } from './export-teams.decider.ts'

const given = DeciderSpecification.for(exportTeamsDecider)
const command = (teams: number) => ({
  type: 'ExportTeams' as const,
  data: { teams },
  metadata: { now: new Date('2025-11-01T12:00:00Z') },
})
const exported = (teams: number) => ({ type: 'TeamsExported' as const, data: { teams, format: 'csv' as const } })

describe('Exporting the teams', () => {
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
