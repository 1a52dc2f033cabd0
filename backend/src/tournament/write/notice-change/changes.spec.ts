import type { NoticeEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { changesSince } from './changes.ts'
import { noticeChangeDecider } from './decide.ts'

type Fact = RecordedEvent<TeamEvent | NoticeEvent>
const at = new Date('2025-10-01T12:00:00Z')

/** A history whose positions count from 1. */
function history(...facts: readonly (readonly [team: number, event: TeamEvent | NoticeEvent, by?: string])[]): Fact[] {
  return facts.map(([team, event, kind = 'staff'], index) => {
    const stream = event.type === 'TeamChangeNoticed' ? `notice-${name(team)}` : `team-${name(team)}`
    const metadata = { stream, position: index + 1, at, happenedAt: null, actor: { kind } }
    return { ...event, metadata } as unknown as Fact
  })
}
const name = (team: number) => `t${String(team).padStart(2, '0')}`
const registered = (awaitsConfirmation = false, email = 'becky@example.org'): TeamEvent => ({
  type: 'TeamRegistered',
  data: {
    teamName: 'Huck Finns',
    pastTeamNames: '',
    location: 'Florence, AL',
    division: 'rec',
    captain: { name: 'Becky', email, phone: '256 555 0142', comments: '' },
    alternate: null,
    awaitsConfirmation,
  },
})
const field = (teams: number) =>
  Array.from({ length: teams }, (_, index) => [index + 1, registered(), 'visitor'] as const)
const plain = (type: Exclude<TeamEvent['type'], 'TeamRegistered' | 'TeamCorrected'>) =>
  ({ type, data: type === 'TeamRemoved' ? { reason: 'Left' } : {} }) as TeamEvent
const confirmedBy = (by: 'link' | 'staff'): TeamEvent => ({ type: 'AddressConfirmed', data: { by } })
const moves = (facts: Fact[], from: number) =>
  changesSince(facts, from).map(({ teamId, was, is, byOrder }) => [teamId, was.status, is.status, byOrder])

describe('What captains have not heard yet', () => {
  it('is that bid 36 moved up when bid 1 of 38 was withdrawn', () => {
    const facts = history(...field(38), [1, plain('TeamWithdrawn'), 'visitor'])
    expect(changesSince(facts, 39)).toEqual([
      {
        teamId: 't01',
        was: { status: 'confirmed', paid: false },
        is: { status: 'withdrawn', paid: false },
        byOrder: false,
        byStaff: false,
        mailed: true,
      },
      {
        teamId: 't36',
        was: { status: 'waitlist', paid: false },
        is: { status: 'confirmed', paid: false },
        byOrder: true,
        byStaff: false,
        mailed: true,
      },
    ])
  })

  it('is that it moved down again when bid 1 was restored after it had heard', () => {
    const heard = changesSince(history(...field(38), [1, plain('TeamRemoved')]), 39).map(
      (data) => [Number(data.teamId.slice(1)), { type: 'TeamChangeNoticed', data }, 'system'] as const,
    )
    const facts = history(...field(38), [1, plain('TeamRemoved')], ...heard, [1, plain('TeamRestored')])
    expect(moves(facts, 42)).toEqual([
      ['t01', 'removed', 'confirmed', false],
      ['t36', 'confirmed', 'waitlist', true],
    ])
  })

  it('is nothing where a decision was taken back before they heard', () => {
    for (const pair of [
      ['TeamRemoved', 'TeamRestored'],
      ['TeamMarkedPaid', 'TeamMarkedUnpaid'],
      ['TeamWaitlisted', 'TeamStandingReset'],
      ['TeamWaitlisted', 'TeamConfirmed'],
    ] as const)
      expect(moves(history(...field(38), ...pair.map((type) => [1, plain(type)] as const)), 39)).toEqual([])
  })

  it('is nothing where staff decide what the order says already', () => {
    expect(moves(history(...field(38), [1, plain('TeamConfirmed')]), 39)).toEqual([])
    const facts = history(...field(38), [37, plain('TeamWaitlisted')], [37, plain('TeamStandingReset')])
    expect(moves(facts, 39)).toEqual([])
  })

  it('is a decision against the order, and the payment beside it, in one', () => {
    const facts = history(...field(38), [38, plain('TeamConfirmed')], [38, plain('TeamMarkedPaid')])
    expect(changesSince(facts, 39)).toMatchObject([
      { is: { status: 'confirmed', paid: true }, byOrder: false, byStaff: true },
    ])
  })

  it('is nothing for a bid that does not count, and for one whose receipt has just said it', () => {
    const waiting = [1, registered(true), 'visitor'] as const
    expect(moves(history(waiting, [1, plain('TeamMarkedPaid')]), 2)).toEqual([])
    expect(moves(history(waiting, [1, confirmedBy('link'), 'visitor']), 2)).toEqual([])
  })

  it('is that a bid which counts late pushed another one to the waitlist', () => {
    const [, ...others] = field(37)
    const facts = history([1, registered(true), 'visitor'], ...others, [1, confirmedBy('link'), 'visitor'])
    expect(moves(facts, 38)).toEqual([['t36', 'confirmed', 'waitlist', true]])
  })

  it('is recorded without an email where the captain cannot be reached, if the order did it', () => {
    const unreachable = field(38).map(([team]) => [team, registered(false, ''), 'visitor'] as const)
    const facts = history(...unreachable, [1, plain('TeamRemoved')])
    expect(changesSince(facts, 39)).toMatchObject([{ teamId: 't36', byOrder: true, mailed: false }])
  })
})

describe('Noticing a change', () => {
  const [data] = changesSince(history(...field(38), [1, plain('TeamRemoved')]), 39)
  if (!data) throw new Error('nothing changed')
  const command = { type: 'NoticeChange', data, metadata: { now: at } } as const
  const noticed: NoticeEvent = { type: 'TeamChangeNoticed', data }
  const given = DeciderSpecification.for(noticeChangeDecider)

  it('records it', () => given([]).when(command).then([noticed]))
  it('records it once, however often it is looked for', () => given([noticed]).when(command).thenNothingHappened())
})
