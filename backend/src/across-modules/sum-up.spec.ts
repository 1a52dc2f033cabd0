import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { DinnerEvent } from '@ultimate/events/dinner/events.ts'
import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import type { StaffEvent } from '@ultimate/events/staff/events.ts'
import type { PoolsEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { GameEvent, StandingsEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { describe, expect, it } from 'vitest'
import { sumUpDinner } from '../dinner/sum-up.ts'
import type { SumUp } from '../platform/changes.ts'
import { sumUpReleases } from '../releases/desk.ts'
import { sumUpStaff } from '../staff/desk.ts'
import { sumUpTournament } from '../tournament/sum-up.ts'

type Fact = TeamEvent | PoolsEvent | GameEvent | StandingsEvent | DinnerEvent | StaffEvent | ReleasesEvent
type Given = readonly [stream: string, type: Fact['type'], data?: object, by?: string, minutesLate?: number]

/** Returns the lines that sum up `after`, if `before` had happened already. */
async function lines(sumUp: SumUp, after: readonly Given[], before: readonly Given[] = []): Promise<string[]> {
  const all = [...before, ...after].map(([stream, type, data = {}, by = 'Becky', minutesLate], index) => {
    const at = new Date('2025-11-22T18:00:00.000Z')
    const happenedAt = minutesLate === undefined ? null : new Date(at.getTime() - minutesLate * 60_000)
    const actor = { kind: 'staff', id: by, name: by, role: 'TD' }
    const metadata = { position: index + 1, stream, at, happenedAt, actor }
    return { type, data, metadata } as unknown as RecordedEvent
  })
  const changes = await sumUp(all.slice(before.length), async ({ stream, types, before: end }) => {
    const found = all.findLast(
      ({ type, metadata }) => metadata.stream === stream && types.includes(type) && metadata.position < end,
    )
    return found ?? null
  })
  return changes.map(({ text }) => text)
}

const pool = (id: string, ...teams: string[]) => ({ id, name: id.toUpperCase(), size: 4, teams })
const slot = (category: string) => ({ slot: { category, name: 'Gravy' } })

describe('Results are summed up', () => {
  it('by what happened to each game last, in one line with how ranks are decided', async () => {
    const facts: Given[] = [
      ['game-1', 'ScoreEntered'],
      ['game-1', 'ScoreEntered'],
      ['game-2', 'ScoreEntered'],
      ['game-2', 'ResultDecided'],
      ['game-3', 'GameForfeited'],
      ['game-4', 'ResultKept'],
      ['standings-2025', 'TieDecided'],
    ]
    expect(await lines(sumUpTournament, facts)).toEqual([
      '1 score entered, 1 result set by staff, 1 game forfeited, 1 result kept, 1 tie decided',
    ])
  })

  it('not where an undo left the game without a result, as it was before', async () => {
    const set: Given = ['game-1', 'ResultDecided', { teams: { home: 'a', away: 'b' } }]
    const back: Given = ['game-1', 'ResultPutBack', { teams: null }]
    expect(await lines(sumUpTournament, [set, back])).toEqual([])
    expect(await lines(sumUpTournament, [back], [set])).toEqual(['1 result put back'])
  })
})

describe('Teams are summed up', () => {
  it('by what is different now', async () => {
    const facts: Given[] = [
      ['team-1', 'TeamRegistered'],
      ['team-2', 'TeamRegistered'],
      ['team-1', 'TeamMarkedPaid'],
      ['team-1', 'AddressConfirmed'],
      ['team-3', 'TeamRemoved'],
      ['team-4', 'TeamWithdrawn'],
      ['team-5', 'TeamRestored'],
      ['team-6', 'TeamCorrected'],
    ]
    expect(await lines(sumUpTournament, facts)).toEqual([
      '2 teams registered, 1 paid, 1 corrected, 1 withdrawn, 1 removed, 1 restored',
    ])
  })

  it('not at all where all is as before', async () => {
    const back: Given[] = [
      ['team-1', 'TeamRegistered'],
      ['team-1', 'TeamRemoved'],
      ['team-2', 'TeamMarkedPaid'],
      ['team-2', 'TeamMarkedUnpaid'],
      ['team-3', 'TeamRemoved'],
      ['team-3', 'TeamRestored'],
      ['team-4', 'TeamConfirmed'],
      ['team-4', 'TeamStandingReset'],
      ['team-5', 'TeamConfirmed'],
      ['team-5', 'TeamWaitlisted'],
    ]
    expect(await lines(sumUpTournament, back, [['team-5', 'TeamWaitlisted']])).toEqual([])
    expect(await lines(sumUpTournament, back.slice(8))).toEqual(['1 changed status'])
  })

  it('and lead to the one team that it is about', async () => {
    const metadata = { position: 1, stream: 'team-1', actor: { name: null } }
    const fact = { type: 'TeamMarkedPaid', data: {}, metadata } as unknown as RecordedEvent
    expect(await sumUpTournament([fact], async () => null)).toEqual([{ text: '1 paid', facts: 1, stream: 'team-1' }])
  })
})

describe('Pools are summed up', () => {
  it('by pool, with who changed it', async () => {
    const saved = (...pools: object[]): Given => ['pools-comp', 'PoolsSaved', { pools }]
    const before = [saved(pool('a', '1'), pool('b', '2'))]
    const after = [saved(pool('a', '1'), pool('b', '3')), saved(pool('a', '1'), pool('b', '4'))]
    expect(await lines(sumUpTournament, after, before)).toEqual(['Pool B (Competitive) changed twice, by Becky'])
    expect(await lines(sumUpTournament, [...after, ...before], before)).toEqual([])
    expect(await lines(sumUpTournament, after)).toEqual(['2 pools of Competitive changed, by Becky'])
  })

  it('by what the public sees', async () => {
    const [published, unpublished]: Given[][] = [
      [['pools-rec-2026', 'PoolsPublished', {}, 'Tom']],
      [['pools-rec-2026', 'PoolsUnpublished', {}, 'Joe']],
    ] as const as unknown as [Given[], Given[]]
    expect(await lines(sumUpTournament, published ?? [])).toEqual(['Recreational pools published, by Tom'])
    expect(await lines(sumUpTournament, [...(published ?? []), ...(unpublished ?? [])])).toEqual([])
    expect(await lines(sumUpTournament, unpublished ?? [], published)).toEqual([
      'Recreational pools taken down, by Joe',
    ])
  })
})

describe('The dinner is summed up', () => {
  const before: Given[] = [
    ['slot-1', 'SlotAdded', slot('dishes')],
    ['slot-2', 'SlotAdded', slot('serving')],
  ]

  it('by dishes, servers, slots and the evening', async () => {
    const after: Given[] = [
      ['slot-1', 'SignedUp', { signupId: '1' }],
      ['slot-1', 'SignupRemoved', { signupId: '2' }],
      ['slot-2', 'SlotDeleted', { signupIds: ['3', '4'] }],
      ['slot-3', 'SlotAdded', slot('serving')],
      ['slot-3', 'WalkedIn', { signupId: '5' }],
      ['signup-1', 'CheckedIn'],
      ['signup-1', 'DishMoved', {}, 'Becky', 38],
      ['signup-6', 'CheckInUndone', {}, 'Becky', 0.5],
      ['dinner', 'DinnerStarted', {}, 'Tom'],
    ]
    expect(await lines(sumUpDinner, after, before)).toEqual([
      '1 dish signed up, 1 dish gone, 1 server signed up, 2 servers gone',
      '1 slot added, 1 slot deleted',
      '1 checked in, 1 check-in undone, 1 dish moved, 1 received late, dinner started by Tom',
    ])
  })

  it('not at all where all is as before', async () => {
    const back: Given[] = [
      ['slot-1', 'SignedUp', { signupId: '1' }],
      ['slot-1', 'SignupRemoved', { signupId: '1' }],
      ['slot-9', 'SlotAdded', slot('dishes')],
      ['slot-9', 'SlotDeleted', { signupIds: [] }],
      ['signup-2', 'CheckedIn'],
      ['signup-2', 'CheckInUndone'],
    ]
    expect(await lines(sumUpDinner, back, before)).toEqual([])
  })

  it('by the category that a slot had when people signed up or left', async () => {
    const changed: Given[] = [
      ['slot-1', 'SignupRemoved', { signupId: '1' }],
      ['slot-1', 'SlotChanged', slot('serving')],
      ['slot-1', 'SignedUp', { signupId: '2' }],
    ]
    expect(await lines(sumUpDinner, changed, before)).toEqual(['1 dish gone, 1 server signed up', '1 slot changed'])
    const later: Given[] = [['slot-1', 'SignedUp', { signupId: '3' }]]
    expect(await lines(sumUpDinner, later, [...before, ...changed])).toEqual(['1 server signed up'])
  })
})

it('Users, photos, announcements and settings are summed up', async () => {
  const facts: Given[] = [
    ['user-1', 'UserAdded'],
    ['user-1', 'ProfileChanged'],
    ['user-2', 'UserAdded'],
    ['user-2', 'UserRemoved'],
    ['user-3', 'UserSignedIn'],
    ['photo-1', 'PhotoAdded'],
    ['photo-2', 'PhotoDeleted'],
    ['forgetting', 'PersonForgotten'],
    ['announcement-1', 'AnnouncementPublished'],
    ['announcement-2', 'AnnouncementPublished'],
    ['announcement-2', 'AnnouncementTakenBack'],
    ['announcement-3', 'AnnouncementTakenBack'],
    ['edition-2025', 'EditionSettingsChanged'],
    ['edition-2026', 'EditionStarted'],
    ['edition-2026', 'EditionSettingsChanged'],
    ['edition-2027', 'EditionPublished'],
    ['edition-2028', 'EditionRemoved'],
    ['edition-2025', 'EditionSettingsChanged'],
    ['reminders-2025', 'ReminderSettingsChanged'],
    ['reminders-2025', 'ReminderSendingStarted'],
    ['reminders-2025', 'ReminderSent'],
    ['reminders-2025', 'ReminderSendingStarted'],
    ['reminders-2025', 'ReminderSent'],
    ['reminders-2026', 'ReminderSettingsChanged'],
  ]
  expect(await lines(sumUpStaff, facts)).toEqual([
    '1 user added, 1 request to forget a person carried out, 1 photo added, 1 photo deleted, ' +
      '1 announcement published, 1 announcement taken back, 1 edition started, 1 edition published, ' +
      '1 edition removed, 1 tournament’s settings changed, 2 reminders sent',
  ])
})

it('Releases are summed up by what visitors get by now', async () => {
  const facts: Given[] = [
    ['part-dinner', 'PartReleased', { version: '1.2.0' }],
    ['part-dinner', 'PartActivated', { version: '1.2.0' }],
    ['part-staff', 'PartActivated', { version: '2.0.0' }],
    ['part-staff', 'PartRolledBack', { from: '2.0.0', to: '1.0.0', canary: false }],
    ['part-hello', 'PartAdded'],
  ]
  expect(await lines(sumUpReleases, facts)).toEqual(['dinner 1.2.0 went live, staff went back to 1.0.0'])
})
