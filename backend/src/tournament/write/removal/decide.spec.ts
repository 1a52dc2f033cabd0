import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { mark, registered, removed, restored } from '../facts.fixture.ts'
import { type RemoveTeams, type RestoreTeam, removeTeamsDecider, restoreTeamDecider } from './decide.ts'

describe('Removing a team', () => {
  const given = DeciderSpecification.for(removeTeamsDecider)
  const remove: RemoveTeams = {
    type: 'RemoveTeams',
    data: { reason: 'Junk' },
    metadata: { now: new Date('2025-10-01T12:00:00Z') },
  }

  it('records why', () => {
    given([registered]).when(remove).then([removed])
  })

  it('takes out a team that staff confirmed and that has paid as well', () => {
    given([registered, mark('TeamConfirmed'), mark('TeamMarkedPaid')])
      .when(remove)
      .then([removed])
  })

  it('changes nothing where the team is out already, for any reason', () => {
    given([registered, { type: 'TeamRemoved', data: { reason: 'Withdrew' } }])
      .when(remove)
      .thenNothingHappened()
  })

  it('works again on a team that came back', () => {
    given([registered, removed, restored]).when(remove).then([removed])
  })

  it('refuses a team that never registered', () => {
    given([])
      .when(remove)
      .thenThrows(DomainError, (error) => error.code === 'TEAM_NOT_FOUND')
  })
})

describe('Restoring a team', () => {
  const given = DeciderSpecification.for(restoreTeamDecider)
  const restore: RestoreTeam = {
    type: 'RestoreTeam',
    data: {},
    metadata: { now: new Date('2025-10-01T12:00:00Z') },
  }

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
