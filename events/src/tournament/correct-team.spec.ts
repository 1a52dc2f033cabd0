import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { type CorrectTeam, correctTeamDecider } from './correct-team.ts'
import type { TeamEvent } from './events.ts'
import { mark, now, registered, removed } from './facts.fixture.ts'

describe('Correcting a bid', () => {
  const given = DeciderSpecification.for(correctTeamDecider)
  const { teamName, location, captain } = registered.data
  const asRegistered: CorrectTeam['data'] = {
    teamName,
    location,
    pastTeamNames: '',
    captainName: captain.name,
    captainEmail: captain.email,
    captainPhone: captain.phone,
    altCaptainName: '',
    altCaptainEmail: '',
    altCaptainPhone: '',
    comments: '',
  }
  const correct = (changes: Partial<CorrectTeam['data']>): CorrectTeam => ({
    type: 'CorrectTeam',
    data: { ...asRegistered, ...changes },
    metadata: { now },
  })
  const corrected: TeamEvent = {
    type: 'TeamCorrected',
    data: {
      teamName: 'Raft',
      pastTeamNames: '',
      location,
      captain,
      alternate: { name: 'Joe Harper', email: '', phone: '' },
    },
  }
  const change = correct({ teamName: 'Raft', altCaptainName: 'Joe Harper' })

  it('notes all that the bid says from then on, also where staff have decided about it', () => {
    given([registered]).when(change).then([corrected])
    given([registered, mark('TeamConfirmed'), mark('TeamMarkedPaid')])
      .when(change)
      .then([corrected])
  })

  it('does nothing where it says nothing new', () => {
    given([registered]).when(correct({})).thenNothingHappened()
    given([registered, corrected]).when(change).thenNothingHappened()
    given([registered, corrected])
      .when(correct({}))
      .then([{ ...corrected, data: { ...corrected.data, teamName, alternate: null } } as TeamEvent])
  })

  it('by staff changes what is named, and says why and where the team plays only then', () => {
    const byStaff = (data: CorrectTeam['data']): CorrectTeam => ({ type: 'CorrectTeam', data, metadata: { now } })
    const { captain: before, ...rest } = corrected.data as Extract<TeamEvent, { type: 'TeamCorrected' }>['data']
    given([registered, corrected])
      .when(byStaff({ captainPhone: '1234567', comments: undefined, division: 'rec', reason: 'Typo' }))
      .then([{ type: 'TeamCorrected', data: { ...rest, captain: { ...before, phone: '1234567' }, reason: 'Typo' } }])
    const moved: TeamEvent = {
      type: 'TeamCorrected',
      data: { ...rest, captain: before, division: 'comp', reason: 'Typo' },
    }
    given([registered, corrected])
      .when(byStaff({ division: 'comp', reason: 'Typo' }))
      .then([moved])
    given([registered, moved])
      .when(byStaff({ division: 'comp', reason: 'Again' }))
      .thenNothingHappened()
  })

  it('refuses a bid that was taken out or never made', () => {
    for (const [facts, code] of [
      [[], 'TEAM_NOT_FOUND'],
      [[registered, removed], 'TEAM_REMOVED'],
      [[registered, { type: 'TeamWithdrawn', data: {} }], 'TEAM_REMOVED'],
    ] as const)
      given([...facts])
        .when(change)
        .thenThrows(DomainError, (error) => error.code === code)
  })

  it('refuses what came by a link that was revoked meanwhile', () => {
    given([registered, { type: 'BidLinkRevoked', data: {} }])
      .when(correct({ link: 0 }))
      .thenThrows(DomainError, (error) => error.code === 'BID_LINK_REVOKED')
  })
})
