import { expect, it } from 'vitest'
import { game, side } from '../schedule/desk/draft.fixture.ts'
import { pointsOf, statusWordOf, winnerOf } from './game-result.ts'

const before = game('A-1', side('Huck'), side('Yam'), 0)
const score = { home: 11, away: 9 }

it('names what a result counts; a game without one has no word', () => {
  expect(statusWordOf(before)).toBeNull()
  const words = (['provisional', 'disputed', 'final', 'cancelled'] as const).map(
    (status) => statusWordOf({ ...before, status })?.word,
  )
  expect(words).toEqual(['Provisional', 'Disputed', 'Final', 'Canceled'])
  expect(statusWordOf({ ...before, status: 'final', forfeit: 'away' })?.word).toBe('Forfeit')
  expect(statusWordOf({ ...before, status: 'final', score, flag: 'played by others' })?.word).toBe('Played by others')
})

it('shows points, and letters for a forfeit, which are read out in words', () => {
  expect(pointsOf({ ...before, status: 'final', score }, 'away')).toEqual({ text: '9', spoken: null })
  const forfeit = { ...before, status: 'final', forfeit: 'away' } as const
  expect(pointsOf(forfeit, 'home')).toEqual({ text: 'W', spoken: 'wins by forfeit' })
  expect(pointsOf(forfeit, 'away')).toEqual({ text: 'F', spoken: 'forfeits' })
  expect(pointsOf(before, 'home').text).toBe('')
})

it('lets a side win by points or by a forfeit, also while the result is provisional', () => {
  expect(winnerOf({ ...before, status: 'provisional', score })).toBe('home')
  expect(winnerOf({ ...before, status: 'final', forfeit: 'home' })).toBe('away')
  expect(winnerOf({ ...before, status: 'final', score: { home: 9, away: 9 } })).toBeNull()
  expect(winnerOf({ ...before, status: 'disputed' })).toBeNull()
  expect(winnerOf({ ...before, status: 'cancelled', score })).toBeNull()
})
