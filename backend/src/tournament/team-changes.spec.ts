import type { PublishedByStaff } from '@ultimate/events/staff/published.ts'
import type { NoticeEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { describe, expect, it } from 'vitest'
import type { TeamHistoryEvent } from './read/team-history.query.ts'
import { changesSince } from './team-changes.ts'

const at = new Date('2025-10-01T12:00:00Z')

/** A history whose positions count from 1, as the versions of each stream do. */
function history(
  ...facts: readonly (readonly [team: number, event: TeamEvent | NoticeEvent | PublishedByStaff, by?: string])[]
): TeamHistoryEvent[] {
  const versions = new Map<string, number>()
  return facts.map(([team, event, kind = 'staff'], index) => {
    const stream = `${categories[event.type] ?? 'team'}-${name(team)}`
    const version = (versions.get(stream) ?? 0) + 1
    versions.set(stream, version)
    const metadata = { stream, version, position: index + 1, at, happenedAt: null, actor: { kind } }
    return { ...event, metadata } as unknown as TeamHistoryEvent
  })
}
const categories: Readonly<Record<string, string>> = { TeamChangeNoticed: 'notice', EditionSettingsChanged: 'edition' }
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
const moves = (facts: TeamHistoryEvent[], from: number) =>
  changesSince(facts, from, 35).map(({ teamId, was, is, byOrder }) => [teamId, was.status, is.status, byOrder])

describe('What captains have not heard yet', () => {
  it('is that teams move when more or fewer of them can play, and that staff are behind it', () => {
    const places = (to: number): PublishedByStaff => ({
      type: 'EditionSettingsChanged',
      data: { to: { capacity: to }, from: { capacity: 35 } },
    })
    expect(changesSince(history(...field(4), [0, places(3)]), 5, 4)).toMatchObject([
      { teamId: 't04', was: { status: 'confirmed' }, is: { status: 'waitlist' }, byOrder: true, byStaff: true },
    ])
    expect(moves(history(...field(37), [0, places(36)]), 38)).toEqual([['t36', 'waitlist', 'confirmed', true]])
    expect(moves(history(...field(37), [0, places(36)], [1, plain('TeamMarkedPaid')]), 39)).toEqual([
      ['t01', 'confirmed', 'confirmed', false],
    ])
  })

  it('is that bid 36 moved up when bid 1 of 38 was withdrawn', () => {
    const facts = history(...field(38), [1, plain('TeamWithdrawn'), 'visitor'])
    expect(changesSince(facts, 39, 35)).toEqual([
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
    const heard = changesSince(history(...field(38), [1, plain('TeamRemoved')]), 39, 35).map(
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
    expect(changesSince(facts, 39, 35)).toMatchObject([
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
    expect(changesSince(facts, 39, 35)).toMatchObject([{ teamId: 't36', byOrder: true, mailed: false }])
  })
})

describe('What captains have not read of their bids', () => {
  const corrected = (teamName: string): TeamEvent => {
    const {
      awaitsConfirmation: _,
      division: __,
      ...bid
    } = (registered() as Extract<TeamEvent, { type: 'TeamRegistered' }>).data
    return { type: 'TeamCorrected', data: { ...bid, teamName, reason: 'Typo' } }
  }
  it('is what staff corrected, once, and nothing where it was put back', () => {
    const once = changesSince(history(...field(2), [1, corrected('Rafters')]), 3, 35)
    expect(once).toMatchObject([{ teamId: 't01', byStaff: true, byOrder: false, corrected: { from: 1, to: 2 } }])
    const [data] = once
    if (!data) throw new Error('nothing changed')
    const noticed: NoticeEvent = { type: 'TeamChangeNoticed', data }
    expect(changesSince(history(...field(2), [1, corrected('Rafters')], [1, noticed, 'system']), 3, 35)).toEqual([])
    expect(changesSince(history(...field(2), [1, corrected('Rafters')], [1, corrected('Huck Finns')]), 3, 35)).toEqual(
      [],
    )
  })

  it('is nothing where the captain corrected it, also after staff did', () => {
    expect(changesSince(history(...field(2), [1, corrected('Rafters'), 'visitor']), 3, 35)).toEqual([])
    expect(
      changesSince(history(...field(2), [1, corrected('Rafters')], [1, corrected('Rafts'), 'visitor']), 3, 35),
    ).toEqual([])
  })
})
