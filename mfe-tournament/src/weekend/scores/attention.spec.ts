import type { StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { expect, it } from 'vitest'
import { game, side } from '../schedule/editor/draft.fixture.ts'
import { listAttention } from './attention-list.tsx'

const one = (label: string, changes: Partial<StaffGame> = {}): StaffGame => ({
  ...game(label, side('Huck'), side('Yam'), 0),
  entries: { home: null, away: null },
  changed_at: null,
  ...changes,
})
/** The first round ends at 10:10. */
const at = (time: string) => Date.parse(`2025-11-22T${time}:00-06:00`)
const labels = (games: readonly StaffGame[], now: number) =>
  listAttention(games, now).map(({ kind, games: those }) => [kind, those.map(({ label }) => label)])

it('lists disputes first, then games played by others', () => {
  const games = [
    one('C-1', { status: 'final', flag: 'played by others' }),
    one('A-1', { status: 'disputed' }),
    one('A-2', { status: 'final' }),
  ]
  expect(labels(games, at('09:30'))).toEqual([
    ['disputed', ['A-1']],
    ['others', ['C-1']],
  ])
})

it('gives the other captain 15 minutes to confirm an entry', () => {
  const entered = one('A-1', { status: 'provisional', changed_at: '2025-11-22T10:12:00-06:00' })
  expect(labels([entered], at('10:26'))).toEqual([])
  expect(labels([entered], at('10:27'))).toEqual([['unconfirmed', ['A-1']]])
})

it('misses the score of a game that is over by the clock, once its teams are known', () => {
  const games = [
    one('A-1'),
    one('C-1', { home: { team: null, from: 'A1' } }),
    one('A-2', { status: 'cancelled' }),
    one('A-3', { end: null }),
  ]
  expect(labels(games, at('10:09'))).toEqual([])
  expect(labels(games, at('10:10'))).toEqual([['missing', ['A-1']]])
})
