import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { seed } from '../seed.fixture.ts'
import {
  addNoteDecider,
  type CorrectTeam,
  correctTeamDecider,
  evolve,
  type FillSpot,
  fillSpotDecider,
  initialState,
  type RegisteredTeam,
  type RegisterTeam,
  type RemoveTeams,
  type RestoreTeam,
  registerTeam,
  registerTeamDecider,
  removeNoteDecider,
  removeTeamsDecider,
  restoreTeamDecider,
  type Team,
  teamIdOf,
  teamStream,
  type UpdateTeam,
  updateTeamDecider,
  type WithdrawTeam,
  withdrawTeamDecider,
} from './bid.ts'
import { type BidContents, isSameBid, listDifferences, toBid, toForm } from './bid-contents.ts'
import type { TeamEvent } from './events.ts'
import { mark, now, registered, removed, restored } from './facts.fixture.ts'
import type { Registration } from './registration.ts'
import { correction } from './registration.ts'

const marks = (['TeamConfirmed', 'TeamWaitlisted', 'TeamMarkedPaid', 'TeamMarkedUnpaid'] as const).map(mark)

const { division, awaitsConfirmation: _, ...bid } = registered.data
const undecided = { division, notes: [], linkGeneration: 0 }

describe('A team', () => {
  it('stands by its order, unpaid, once registered', () => {
    const team = {
      status: 'registered',
      bidStatus: 'by-order',
      paid: false,
      awaitsConfirmation: false,
      ...undecided,
      bid,
    }
    expect(evolve(initialState(), registered)).toEqual(team)
  })

  it('awaits the confirmation of its address until there is one, also while staff decide about it', () => {
    const bid: TeamEvent = { ...registered, data: { ...registered.data, awaitsConfirmation: true } }
    const waiting = [bid, ...marks].reduce(evolve, initialState())
    expect(waiting).toMatchObject({ awaitsConfirmation: true })
    expect(evolve(waiting, { type: 'AddressConfirmed', data: { by: 'staff' } })).toEqual({
      ...waiting,
      awaitsConfirmation: false,
    })
  })

  it('keeps the last status and the last paid mark, each on its own', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...marks)), (events) => {
        const last = (...types: string[]) => events.findLast((event) => types.includes(event.type))?.type
        const bidStatus = last('TeamConfirmed', 'TeamWaitlisted')
        expect([registered, ...events].reduce(evolve, initialState())).toEqual({
          status: 'registered',
          bidStatus: bidStatus === undefined ? 'by-order' : bidStatus === 'TeamConfirmed' ? 'confirmed' : 'waitlist',
          paid: last('TeamMarkedPaid', 'TeamMarkedUnpaid') === 'TeamMarkedPaid',
          awaitsConfirmation: false,
          ...undecided,
          bid,
        })
      }),
      { seed },
    )
  })

  it('keeps status and paid mark while it is out, and has them when it is back', () => {
    const decided = [registered, mark('TeamConfirmed'), mark('TeamMarkedPaid')]
    const out = {
      status: 'removed',
      bidStatus: 'confirmed',
      paid: true,
      awaitsConfirmation: false,
      ...undecided,
      bid,
    }
    expect([...decided, removed].reduce(evolve, initialState())).toEqual(out)
    expect([...decided, removed, restored].reduce(evolve, initialState())).toEqual({ ...out, status: 'registered' })
  })

  it('is not made by a mark alone, nor by an unknown fact', () => {
    const unknown = { type: 'TeamRenamed', data: {} } as unknown as TeamEvent
    for (const event of [...marks, removed, restored, unknown])
      expect(evolve(initialState(), event)).toEqual(initialState())
    const team = evolve(initialState(), registered)
    expect(evolve(team, unknown)).toEqual(team)
  })

  it('says what the captain corrected last, and is out once it is withdrawn', () => {
    const data = { ...bid, teamName: 'Rafters' }
    const team = [registered, { type: 'TeamCorrected', data } as const].reduce<Team>(evolve, initialState())
    expect(team).toMatchObject({ status: 'registered', bid: data })
    expect(evolve(team, { type: 'TeamWithdrawn', data: {} })).toEqual({ ...team, status: 'removed' })
  })

  it('stands by its order again once a decision is taken back', () =>
    expect([registered, mark('TeamConfirmed'), mark('TeamStandingReset')].reduce(evolve, initialState())).toEqual(
      evolve(initialState(), registered),
    ))

  it('finds its id in the name of its stream', () => {
    expect(teamIdOf(teamStream('0c4e'))).toBe('0c4e')
  })
})

describe('Two bids', () => {
  const joe = { name: 'Joe Harper', email: 'joe@example.org', phone: '1' }
  const one: BidContents = { ...bid, alternate: joe }

  it('are the same where they say the same', () => {
    expect(isSameBid(one, structuredClone(one))).toBe(true)
    expect(isSameBid(bid, { ...bid })).toBe(true)
  })

  it.each<[string, Partial<BidContents>]>([
    ['team name', { teamName: 'Raft' }],
    ['past names', { pastTeamNames: 'Drifters' }],
    ['location', { location: 'Cairo, IL' }],
    ['name of the captain', { captain: { ...bid.captain, name: 'Sid' } }],
    ['address of the captain', { captain: { ...bid.captain, email: 'sid@example.org' } }],
    ['phone of the captain', { captain: { ...bid.captain, phone: '2' } }],
    ['comments', { captain: { ...bid.captain, comments: 'Hi' } }],
    ['name of the alternate', { alternate: { ...joe, name: 'Sid' } }],
    ['address of the alternate', { alternate: { ...joe, email: 'sid@example.org' } }],
    ['phone of the alternate', { alternate: { ...joe, phone: '2' } }],
    ['lack of an alternate', { alternate: null }],
  ])('differ by the %s', (_, change) => {
    expect(isSameBid(one, { ...one, ...change })).toBe(false)
    expect(isSameBid({ ...one, ...change }, one)).toBe(false)
  })

  it.each(correction.keyof().options)('differ in one part where the form has another %s', (field) => {
    const other = toBid({ ...toForm(one), [field]: 'other' })
    expect(isSameBid(one, other)).toBe(false)
    expect(listDifferences(one, other)).toHaveLength(1)
  })
})

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

const given = DeciderSpecification.for(updateTeamDecider)

const update = (data: UpdateTeam['data']): UpdateTeam => ({
  type: 'UpdateTeam',
  data,
  metadata: { now: new Date('2025-10-01T12:00:00Z') },
})

describe('Updating a team', () => {
  it('refuses a team that never registered', () => {
    given([])
      .when(update({ status: 'confirmed' }))
      .thenThrows(DomainError, (error) => error.code === 'TEAM_NOT_FOUND')
  })

  it('refuses a team that was removed, also where nothing would change', () => {
    for (const data of [{ status: 'confirmed' }, { paid: false }] as const)
      given([registered, removed])
        .when(update(data))
        .thenThrows(DomainError, (error) => error.code === 'TEAM_REMOVED')
  })

  it('confirms and waitlists', () => {
    given([registered])
      .when(update({ status: 'confirmed' }))
      .then([mark('TeamConfirmed')])
    given([registered])
      .when(update({ status: 'waitlist' }))
      .then([mark('TeamWaitlisted')])
  })

  it('changes its mind', () => {
    given([registered, mark('TeamConfirmed')])
      .when(update({ status: 'waitlist' }))
      .then([mark('TeamWaitlisted')])
    given([registered, mark('TeamWaitlisted')])
      .when(update({ status: 'confirmed' }))
      .then([mark('TeamConfirmed')])
  })

  it('takes a decision back, so that the order of registration counts again', () => {
    for (const decision of ['TeamConfirmed', 'TeamWaitlisted'] as const)
      given([registered, mark(decision)])
        .when(update({ status: 'by-order' }))
        .then([mark('TeamStandingReset')])
    given([registered])
      .when(update({ status: 'by-order' }))
      .thenNothingHappened()
    given([registered, mark('TeamConfirmed'), mark('TeamStandingReset')])
      .when(update({ status: 'by-order' }))
      .thenNothingHappened()
  })

  it('marks paid and unpaid', () => {
    given([registered])
      .when(update({ paid: true }))
      .then([mark('TeamMarkedPaid')])
    given([registered, mark('TeamMarkedPaid')])
      .when(update({ paid: false }))
      .then([mark('TeamMarkedUnpaid')])
  })

  it('does both with one command', () => {
    given([registered])
      .when(update({ status: 'confirmed', paid: true }))
      .then([mark('TeamConfirmed'), mark('TeamMarkedPaid')])
  })

  it('records only what differs', () => {
    given([registered, mark('TeamConfirmed')])
      .when(update({ status: 'confirmed', paid: true }))
      .then([mark('TeamMarkedPaid')])
  })

  it('records nothing when everything is so already', () => {
    given([registered])
      .when(update({ paid: false }))
      .thenNothingHappened()
    given([registered, mark('TeamWaitlisted'), mark('TeamMarkedPaid')])
      .when(update({ status: 'waitlist', paid: true }))
      .thenNothingHappened()
  })

  it('seeds, once, and takes the seed away', () => {
    const seeded = (seed: number | null): TeamEvent => ({ type: 'TeamSeeded', data: { seed } })
    given([registered])
      .when(update({ seed: 3 }))
      .then([seeded(3)])
    given([registered, seeded(3)])
      .when(update({ seed: 3 }))
      .then([])
    given([registered, seeded(3)])
      .when(update({ seed: null }))
      .then([seeded(null)])
    given([registered])
      .when(update({ seed: null }))
      .then([])
  })
})

describe('Filling a spot from the waitlist', () => {
  const given = DeciderSpecification.for(fillSpotDecider)
  const fill = (spot: FillSpot['data']['spot']): FillSpot => ({ type: 'FillSpot', data: { spot }, metadata: { now } })
  const left = { leftBy: 'tom-sawyers' }

  it('confirms the team in place of the one that left', () => {
    given([registered])
      .when(fill(left))
      .then([{ type: 'TeamConfirmed', data: { teamId: 'tom-sawyers' } }])
  })

  it('names no team where the spot was never taken', () => {
    given([registered, mark('TeamWaitlisted')])
      .when(fill({ leftBy: null }))
      .then([mark('TeamConfirmed')])
  })

  it('confirms a team once, also where the spot is filled by then', () => {
    for (const spot of [left, null])
      given([registered, mark('TeamConfirmed')])
        .when(fill(spot))
        .thenNothingHappened()
  })

  it('refuses a team to which no spot is offered', () => {
    given([registered])
      .when(fill(null))
      .thenThrows(DomainError, (error) => error.code === 'SPOT_FILLED')
  })

  it('refuses a team that never registered, and one that was removed', () => {
    given([])
      .when(fill(left))
      .thenThrows(DomainError, (error) => error.code === 'TEAM_NOT_FOUND')
    given([registered, removed])
      .when(fill(left))
      .thenThrows(DomainError, (error) => error.code === 'TEAM_REMOVED')
  })
})

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

const data = { noteId: 'n1', text: 'Arrives late.' }
const add = { type: 'AddNote', data, metadata: { now } } as const
const remove = (noteId = 'n1') => ({ type: 'RemoveNote', data: { noteId }, metadata: { now } }) as const
const added: TeamEvent = { type: 'TeamNoteAdded', data }
const noteRemoved: TeamEvent = { type: 'TeamNoteRemoved', data: { noteId: 'n1' } }
const failsWith = (code: string) => (error: DomainError) => error.code === code

describe('Writing a note about a team', () => {
  const given = DeciderSpecification.for(addNoteDecider)

  it('adds it once, also of a team that is out', () => {
    given([registered]).when(add).then([added])
    given([registered, removed]).when(add).then([added])
    given([registered, added]).when(add).thenNothingHappened()
  })

  it('puts one back that was removed', () => given([registered, added, noteRemoved]).when(add).then([added]))

  it('refuses a team that never registered', () =>
    given([]).when(add).thenThrows(DomainError, failsWith('TEAM_NOT_FOUND')))
})

describe('Removing a note about a team', () => {
  const given = DeciderSpecification.for(removeNoteDecider)

  it('removes it once', () => {
    given([registered, added]).when(remove()).then([noteRemoved])
    given([registered, added, noteRemoved]).when(remove()).thenNothingHappened()
    given([registered, added, noteRemoved, added]).when(remove()).then([noteRemoved])
  })

  it('refuses what was never there', () => {
    given([]).when(remove()).thenThrows(DomainError, failsWith('TEAM_NOT_FOUND'))
    given([registered, added]).when(remove('n2')).thenThrows(DomainError, failsWith('NOTE_NOT_FOUND'))
  })
})
