import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { describe, expect, it } from 'vitest'
import { type TeamRow, teams } from './teams.view.ts'

const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const registeredAt = new Date('2025-09-01T12:00:00Z')

const out: TeamEvent = { type: 'TeamRemoved', data: { reason: 'Junk' } }

const bid: Extract<TeamEvent, { type: 'TeamRegistered' }> = {
  type: 'TeamRegistered',
  data: {
    teamName: 'Huck Finns',
    pastTeamNames: 'Tom Sawyers',
    location: 'Florence, AL',
    division: 'rec',
    captain: {
      name: 'Becky Thatcher',
      email: 'becky@example.org',
      phone: '256-555-0142',
      comments: 'We bring our own raft.',
    },
    alternate: { name: 'Joe Harper', email: '', phone: '256-555-0143' },
    awaitsConfirmation: false,
  },
}

const recorded = (event: TeamEvent, version: number): RecordedEvent<TeamEvent> =>
  ({
    ...event,
    metadata: {
      position: 100 + version,
      stream: `team-${id}`,
      version,
      at: version === 1 ? registeredAt : new Date('2025-10-01T12:00:00Z'),
      happenedAt: null,
      actor: { kind: 'visitor', id: null, name: null, role: null },
      correlationId: 'c',
      causationId: 'c',
      edition: '2025',
    },
  }) as RecordedEvent<TeamEvent>

const rowAfter = (...events: TeamEvent[]) =>
  events.map((event, index) => recorded(event, index + 1)).reduce<TeamRow | null>(teams.evolve, null)

const row: TeamRow = {
  id,
  team_name: 'Huck Finns',
  past_team_names: 'Tom Sawyers',
  location: 'Florence, AL',
  division: 'rec',
  captain_name: 'Becky Thatcher',
  captain_email: 'becky@example.org',
  captain_phone: '256-555-0142',
  alternate_name: 'Joe Harper',
  alternate_email: '',
  alternate_phone: '256-555-0143',
  comments: 'We bring our own raft.',
  created_at: registeredAt,
  status: null,
  paid: false,
  seeds: {},
  email_confirmed: true,
  entered_by_staff: false,
  removed: null,
  notes: [],
  edition: '2025',
  link_generation: 0,
  version: 1,
}

describe('The teams read model', () => {
  it('has one row for a registered team, by the id in its stream', () => {
    expect(teams.rowsOf(recorded(bid, 1))).toBe(id)
    expect(rowAfter(bid)).toEqual(row)
  })

  it('leaves the alternate contact empty where there is none', () => {
    const alone = { ...bid, data: { ...bid.data, alternate: null } } as TeamEvent
    expect(rowAfter(alone)).toEqual({ ...row, alternate_name: null, alternate_email: null, alternate_phone: null })
  })

  it('takes the time that a bid entered later was really made', () => {
    const event = recorded(bid, 1)
    const happenedAt = new Date('2025-08-15T08:00:00Z')
    expect(teams.evolve(null, { ...event, metadata: { ...event.metadata, happenedAt } })).toEqual({
      ...row,
      created_at: happenedAt,
    })
  })

  it.each([
    ['TeamConfirmed', { status: 'confirmed' }],
    ['TeamWaitlisted', { status: 'waitlist' }],
    ['TeamMarkedPaid', { paid: true }],
    ['TeamMarkedUnpaid', { paid: false }],
  ] as const)('follows %s and keeps the day of registration', (type, change) => {
    expect(rowAfter(bid, { type, data: {} })).toEqual({ ...row, ...change, version: 2 })
  })

  it('has the seed of the division in which the team plays', () => {
    const seeded = (seed: number | null): TeamEvent => ({ type: 'TeamSeeded', data: { seed } })
    expect(rowAfter(bid, seeded(4))).toEqual({ ...row, seeds: { rec: 4 }, version: 2 })
    expect(rowAfter(bid, seeded(4), seeded(null))).toEqual({ ...row, version: 3 })
  })

  it('does not count a bid until its address is confirmed', () => {
    const waiting = { ...bid, data: { ...bid.data, awaitsConfirmation: true } } as TeamEvent
    expect(rowAfter(waiting)).toEqual({ ...row, email_confirmed: false })
    expect(rowAfter(waiting, { type: 'AddressConfirmed', data: { by: 'link' } })).toEqual({ ...row, version: 2 })
  })

  it('keeps the row of a removed team, with time, actor and reason, and clears these once it is back', () => {
    const removed = { at: '2025-10-01T12:00:00.000Z', by: null, reason: 'Junk', withdrawn: false }
    expect(rowAfter(bid, out)).toEqual({ ...row, removed, version: 2 })
    expect(rowAfter(bid, out, { type: 'TeamRestored', data: {} })).toEqual({ ...row, version: 3 })
  })

  it('follows what the captain corrects, and keeps what staff decided and the place in line', () => {
    const captain = { name: 'Tom Sawyer', email: 'tom@example.org', phone: '256-555-0143', comments: '' }
    const data = { teamName: 'Rafters', pastTeamNames: '', location: 'Cairo, IL', captain, alternate: null }
    expect(rowAfter(bid, { type: 'TeamMarkedPaid', data: {} }, { type: 'TeamCorrected', data })).toEqual({
      ...row,
      team_name: 'Rafters',
      past_team_names: '',
      location: 'Cairo, IL',
      captain_name: 'Tom Sawyer',
      captain_email: 'tom@example.org',
      captain_phone: '256-555-0143',
      alternate_name: null,
      alternate_email: null,
      alternate_phone: null,
      comments: '',
      paid: true,
      version: 3,
    })
  })

  it('follows a team to the other division', () => {
    const { teamName, pastTeamNames, location, captain, alternate } = bid.data
    const data = { teamName, pastTeamNames, location, captain, alternate, division: 'comp' as const, reason: 'Typo' }
    expect(rowAfter(bid, { type: 'TeamCorrected', data })).toEqual({ ...row, division: 'comp', version: 2 })
  })

  it('keeps a note that is removed, so that it comes back as it was', () => {
    const added: TeamEvent = { type: 'TeamNoteAdded', data: { noteId: 'n1', text: 'Arrives late.' } }
    const noteRemoved: TeamEvent = { type: 'TeamNoteRemoved', data: { noteId: 'n1' } }
    const note = { id: 'n1', text: 'Arrives late.', by: null, at: '2025-10-01T12:00:00.000Z', removed: false }
    expect(rowAfter(bid, added)?.notes).toEqual([note])
    expect(rowAfter(bid, added, noteRemoved)?.notes).toEqual([{ ...note, removed: true }])
    expect(rowAfter(bid, added, noteRemoved, added)?.notes).toEqual([note])
  })

  it('marks a bid that its captain withdrew, until staff restore it', () => {
    const removed = { at: '2025-10-01T12:00:00.000Z', by: null, reason: '', withdrawn: true }
    const withdrawn: TeamEvent = { type: 'TeamWithdrawn', data: {} }
    expect(rowAfter(bid, withdrawn)).toEqual({ ...row, removed, version: 2 })
    expect(rowAfter(bid, withdrawn, { type: 'TeamRestored', data: {} })).toEqual({ ...row, version: 3 })
  })

  it('counts the generations of links that were revoked', () => {
    const revoked: TeamEvent = { type: 'BidLinkRevoked', data: {} }
    expect(rowAfter(bid, revoked, revoked)).toEqual({ ...row, link_generation: 2, version: 3 })
  })

  it('has no row for a team of which only a mark is known', () => {
    expect(rowAfter({ type: 'TeamMarkedPaid', data: {} })).toBeNull()
  })

  it('is not touched by an unknown fact', () => {
    expect(rowAfter(bid, { type: 'TeamRenamed', data: {} } as unknown as TeamEvent)).toEqual(row)
  })

  it('has a column for every field of the row, and no other', () => {
    expect(Object.keys(teams.columns)).toEqual(Object.keys(row))
  })
})
