import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import type { TeamEvent } from './events.ts'
import { mark, now, registered, removed, restored } from './facts.fixture.ts'
import {
  type RemoveTeams,
  type RestoreTeam,
  removeTeamsDecider,
  restoreTeamDecider,
  type WithdrawTeam,
  withdrawTeamDecider,
} from './remove-team.ts'

describe('Removing a team', () => {
  const given = DeciderSpecification.for(removeTeamsDecider)
  const remove: RemoveTeams = {
    type: 'RemoveTeams',
    data: { reason: 'Junk' },
    metadata: { now },
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

describe('Withdrawing a bid', () => {
  const given = DeciderSpecification.for(withdrawTeamDecider)
  const withdraw: WithdrawTeam = { type: 'WithdrawTeam', data: {}, metadata: { now } }
  const withdrawn: TeamEvent = { type: 'TeamWithdrawn', data: {} }

  it('takes it out once, and again after staff restored it', () => {
    given([registered]).when(withdraw).then([withdrawn])
    given([registered, withdrawn]).when(withdraw).thenNothingHappened()
    given([registered, withdrawn, restored]).when(withdraw).then([withdrawn])
  })

  it('changes nothing where staff took it out', () => {
    given([registered, removed]).when(withdraw).thenNothingHappened()
  })

  it('refuses a bid that was never made', () => {
    given([])
      .when(withdraw)
      .thenThrows(DomainError, (error) => error.code === 'TEAM_NOT_FOUND')
  })

  it('refuses what came by a link that was revoked meanwhile', () => {
    given([registered, { type: 'BidLinkRevoked', data: {} }])
      .when({ type: 'WithdrawTeam', data: { link: 0 }, metadata: { now } })
      .thenThrows(DomainError, (error) => error.code === 'BID_LINK_REVOKED')
  })
})

describe('Restoring a team', () => {
  const given = DeciderSpecification.for(restoreTeamDecider)
  const restore: RestoreTeam = {
    type: 'RestoreTeam',
    data: {},
    metadata: { now },
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
