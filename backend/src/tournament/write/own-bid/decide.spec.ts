import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { mark, now, registered, removed, restored } from '../facts.fixture.ts'
import {
  type CorrectTeam,
  correctTeamDecider,
  type RevokeBidLink,
  revokeBidLinkDecider,
  type WithdrawTeam,
  withdrawTeamDecider,
} from './decide.ts'

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
})

describe('Revoking the private link of a bid', () => {
  const given = DeciderSpecification.for(revokeBidLinkDecider)
  const revoke = (link?: number): RevokeBidLink => ({
    type: 'RevokeBidLink',
    data: link === undefined ? {} : { link },
    metadata: { now },
  })
  const revoked: TeamEvent = { type: 'BidLinkRevoked', data: {} }
  const waiting: TeamEvent = { ...registered, data: { ...registered.data, awaitsConfirmation: true } }
  const forgotten: TeamEvent = {
    ...registered,
    data: { ...registered.data, captain: { ...registered.data.captain, email: '' } },
  }
  const refused = (code: string) => (error: DomainError) => error.code === code

  it('ends it, by staff as often as they like, also of a bid that was taken out', () => {
    given([registered]).when(revoke()).then([revoked])
    given([registered, revoked]).when(revoke()).then([revoked])
    given([registered, removed]).when(revoke()).then([revoked])
  })

  it('by the link itself ends that link once', () => {
    given([registered]).when(revoke(0)).then([revoked])
    given([registered, revoked]).when(revoke(1)).then([revoked])
    given([registered, revoked]).when(revoke(0)).thenThrows(DomainError, refused('BID_LINK_REVOKED'))
  })

  it('refuses where no link was mailed', () => {
    given([]).when(revoke()).thenThrows(DomainError, refused('TEAM_NOT_FOUND'))
    given([waiting]).when(revoke()).thenThrows(DomainError, refused('NO_BID_LINK'))
    given([forgotten]).when(revoke()).thenThrows(DomainError, refused('NO_BID_LINK'))
    given([waiting, { type: 'AddressConfirmed', data: { by: 'link' } }])
      .when(revoke())
      .then([revoked])
  })

  it('lets nothing pass that came by the link before and is decided after', () => {
    const { teamName, location } = registered.data
    const form = { teamName, location, pastTeamNames: '', captainName: 'Sid', captainEmail: 'sid@example.org' }
    const none = { captainPhone: '1', altCaptainName: '', altCaptainEmail: '', altCaptainPhone: '', comments: '' }
    DeciderSpecification.for(correctTeamDecider)([registered, revoked])
      .when({ type: 'CorrectTeam', data: { ...form, ...none, link: 0 }, metadata: { now } })
      .thenThrows(DomainError, refused('BID_LINK_REVOKED'))
    DeciderSpecification.for(withdrawTeamDecider)([registered, revoked])
      .when({ type: 'WithdrawTeam', data: { link: 0 }, metadata: { now } })
      .thenThrows(DomainError, refused('BID_LINK_REVOKED'))
  })
})
