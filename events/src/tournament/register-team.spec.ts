import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import type { TeamEvent } from './events.ts'
import { mark, now, registered, removed } from './facts.fixture.ts'
import {
  type CorrectTeam,
  correctTeamDecider,
  type RegisterTeam,
  registerTeam,
  registerTeamDecider,
} from './register-team.ts'
import type { Registration } from './registration.ts'
import { evolve, initialState, type RegisteredTeam } from './team-state.ts'

describe('Registering a team', () => {
  const given = DeciderSpecification.for(registerTeamDecider)

  const bid: Registration = {
    teamName: 'Huck Finns',
    pastTeamNames: 'Tom Sawyers',
    location: 'Florence, AL',
    division: 'rec',
    captainName: 'Becky Thatcher',
    captainEmail: 'becky@example.org',
    captainPhone: '256-555-0142',
    altCaptainName: '',
    altCaptainEmail: '',
    altCaptainPhone: '',
    comments: 'We bring our own raft.',
  }
  const command = (changes: Partial<Registration> = {}): RegisterTeam => ({
    type: 'RegisterTeam',
    data: { ...bid, awaitsConfirmation: true, ...changes },
    metadata: { now: new Date('2025-09-01T12:00:00Z') },
  })
  const asked = {
    type: 'TeamRegistered' as const,
    data: {
      teamName: 'Huck Finns',
      pastTeamNames: 'Tom Sawyers',
      location: 'Florence, AL',
      division: 'rec' as const,
      captain: {
        name: 'Becky Thatcher',
        email: 'becky@example.org',
        phone: '256-555-0142',
        comments: 'We bring our own raft.',
      },
      alternate: null,
      awaitsConfirmation: true,
    },
  }

  it('records the bid, without an alternate contact where none was given', () => {
    // Compared here because the specification's own comparison knows no null inside an event.
    expect(registerTeam(command(), initialState())).toEqual(asked)
  })

  it('marks a bid that staff enter for its captain, which counts at once', () => {
    const { data, ...entered } = command()
    expect(registerTeam({ ...entered, data: { ...data, enteredByStaff: true } }, initialState())).toEqual({
      ...asked,
      data: { ...asked.data, awaitsConfirmation: false, enteredByStaff: true },
    })
  })

  it.each([
    ['name', { altCaptainName: 'Joe Harper' }, { name: 'Joe Harper', email: '', phone: '' }],
    ['e-mail', { altCaptainEmail: 'joe@example.org' }, { name: '', email: 'joe@example.org', phone: '' }],
    ['phone', { altCaptainPhone: '256-555-0143' }, { name: '', email: '', phone: '256-555-0143' }],
  ])('takes an alternate contact with only the %s', (_, changes, alternate) => {
    given([])
      .when(command(changes))
      .then([{ ...asked, data: { ...asked.data, alternate } }])
  })

  it('refuses a second bid in the same stream', () => {
    given([asked])
      .when(command())
      .thenThrows(DomainError, (error) => error.code === 'TEAM_ALREADY_REGISTERED')
  })

  it.each(['registered', 'removed'] as const)(
    'says so even when the team has been decided upon and is %s',
    (status) => {
      const team = {
        ...evolve(initialState(), asked),
        status,
        bidStatus: 'confirmed',
        paid: true,
      } as RegisteredTeam
      expect(() => registerTeam(command(), team)).toThrow(DomainError)
    },
  )
})

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
