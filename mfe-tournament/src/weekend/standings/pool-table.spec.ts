import type { ShownStanding } from '@ultimate/events/tournament/weekend/games-api.ts'
import { expect, it } from 'vitest'
import { game, side } from '../schedule/editor/draft.fixture.ts'
import { describeDecision, describeProgress, formatDifference, formatRecord, listTies } from './pool-table.tsx'

const row = (name: string, changes: Partial<ShownStanding> = {}): ShownStanding => ({
  rank: 1,
  shared: false,
  team: { id: name.toLowerCase(), name },
  played: 1,
  wins: 1,
  losses: 0,
  ties: 0,
  points_for: 11,
  points_against: 9,
  difference: 2,
  decided_by: 'wins',
  ...changes,
})
const pool = (rows: ShownStanding[], complete = false) => ({ id: 'a', name: 'Pool A', complete, rows })

it('says what decided a rank, but not wins, which the table shows', () => {
  expect(describeDecision(row('Huck'))).toBe('')
  expect(describeDecision(row('Huck', { decided_by: 'head_to_head_wins' }))).toBe('Wins against each other')
  expect(describeDecision(row('Huck', { decided_by: null, shared: true }))).toBe('Shared')
})

it('writes wins and losses, ties only where there are any, and a sign before the difference', () => {
  expect([formatRecord(row('Huck'), false), formatRecord(row('Huck', { ties: 1 }), true)]).toEqual(['1–0', '1–0–1'])
  expect([formatDifference(2), formatDifference(-2), formatDifference(0)]).toEqual(['+2', '−2', '0'])
})

it('counts the games of the pool of its own division that are still to play, and those in a dispute', () => {
  const games = [
    game('A-1', side('Huck'), side('Yam'), 0),
    { ...game('A-2', side('Huck'), side('Pie'), 1), status: 'disputed' as const },
    { ...game('A-1', side('Rec'), side('Reo'), 0), division: 'rec' as const },
    { ...game('A-3', side('Yam'), side('Pie'), 1), status: 'cancelled' as const },
  ]
  expect(describeProgress(pool([row('Huck')]), 'comp', games)).toBe('1 game to play, 1 disputed')
  expect(describeProgress(pool([row('Huck')], true), 'comp', games)).toBe('Complete')
})

it('lists ties group by group, once the pool has begun', () => {
  const tied = (name: string, rank: number) => row(name, { rank, shared: true, decided_by: null })
  const rows = [tied('Huck', 1), tied('Yam', 1), tied('Pie', 3), tied('Fig', 3)]
  expect(listTies(pool(rows)).map((those) => those.map(({ name }) => name))).toEqual([
    ['Huck', 'Yam'],
    ['Pie', 'Fig'],
  ])
  expect(listTies(pool(rows.map((one) => ({ ...one, played: 0 }))))).toEqual([])
})
