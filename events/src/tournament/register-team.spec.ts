import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { type RegisterTeam, registerTeam, registerTeamDecider } from './register-team.ts'
import type { Registration } from './registration.ts'
import { evolve, initialState, type RegisteredTeam } from './team-state.ts'

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
const registered = {
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

describe('Registering a team', () => {
  it('records the bid, without an alternate contact where none was given', () => {
    // Compared here because the specification's own comparison knows no null inside an event.
    expect(registerTeam(command(), initialState())).toEqual(registered)
  })

  it('marks a bid that staff enter for its captain, which counts at once', () => {
    const { data, ...entered } = command()
    expect(registerTeam({ ...entered, data: { ...data, enteredByStaff: true } }, initialState())).toEqual({
      ...registered,
      data: { ...registered.data, awaitsConfirmation: false, enteredByStaff: true },
    })
  })

  it.each([
    ['name', { altCaptainName: 'Joe Harper' }, { name: 'Joe Harper', email: '', phone: '' }],
    ['e-mail', { altCaptainEmail: 'joe@example.org' }, { name: '', email: 'joe@example.org', phone: '' }],
    ['phone', { altCaptainPhone: '256-555-0143' }, { name: '', email: '', phone: '256-555-0143' }],
  ])('takes an alternate contact with only the %s', (_, changes, alternate) => {
    given([])
      .when(command(changes))
      .then([{ ...registered, data: { ...registered.data, alternate } }])
  })

  it('refuses a second bid in the same stream', () => {
    given([registered])
      .when(command())
      .thenThrows(DomainError, (error) => error.code === 'TEAM_ALREADY_REGISTERED')
  })

  it.each(['registered', 'removed'] as const)(
    'says so even when the team has been decided upon and is %s',
    (status) => {
      const team = {
        ...evolve(initialState(), registered),
        status,
        bidStatus: 'confirmed',
        paid: true,
      } as RegisteredTeam
      expect(() => registerTeam(command(), team)).toThrow(DomainError)
    },
  )
})
