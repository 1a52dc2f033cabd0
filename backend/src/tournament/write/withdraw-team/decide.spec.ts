import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { now, registered, removed, restored } from '../facts.fixture.ts'
import { type WithdrawTeam, withdrawTeamDecider } from './decide.ts'

const given = DeciderSpecification.for(withdrawTeamDecider)
const withdraw: WithdrawTeam = { type: 'WithdrawTeam', data: {}, metadata: { now } }
const withdrawn: TeamEvent = { type: 'TeamWithdrawn', data: {} }

describe('Withdrawing a bid', () => {
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
})
