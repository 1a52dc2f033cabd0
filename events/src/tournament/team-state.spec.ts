import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seed } from '../seed.fixture.ts'
import type { TeamEvent } from './events.ts'
import { mark, registered, removed, restored } from './facts.fixture.ts'
import { correction } from './registration.ts'
import {
  type BidContents,
  evolve,
  initialState,
  isSameBid,
  listDifferences,
  type Team,
  teamIdOf,
  teamStream,
  toBid,
  toForm,
} from './team-state.ts'

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
