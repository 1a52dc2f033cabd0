import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { registered, removed, restored } from '../facts.fixture.ts'
import { type RestoreTeam, restoreTeamDecider } from './decide.ts'

const given = DeciderSpecification.for(restoreTeamDecider)
const restore: RestoreTeam = {
  type: 'RestoreTeam',
  data: {},
  metadata: { now: new Date('2025-10-01T12:00:00Z') },
}

describe('Restoring a team', () => {
  it('brings back one that was removed', () => {
    given([registered, removed]).when(restore).then([restored])
  })

  it('changes nothing where the team is in', () => {
    given([registered]).when(restore).thenNothingHappened()
    given([registered, removed, restored]).when(restore).thenNothingHappened()
  })

  it('refuses a team that never registered', () => {
    given([])
      .when(restore)
      .thenThrows(DomainError, (error) => error.code === 'TEAM_NOT_FOUND')
  })
})
