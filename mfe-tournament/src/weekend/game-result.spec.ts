import { expect, it } from 'vitest'
import { findStatusWord, findWinner, formatPoints } from './game-result.ts'
import { game, side } from './schedule/editor/draft.fixture.ts'

const before = game('A-1', side('Huck'), side('Yam'), 0)
const score = { home: 11, away: 9 }

it('names what a result counts; a game without one has no word', () => {
  expect(findStatusWord(before)).toBeNull()
  const words = (['provisional', 'disputed', 'final', 'cancelled'] as const).map(
    (status) => findStatusWord({ ...before, status })?.word,
  )
  expect(words).toEqual(['Provisional', 'Disputed', 'Final', 'Canceled'])
  expect(findStatusWord({ ...before, status: 'final', forfeit: 'away' })?.word).toBe('Forfeit')
  expect(findStatusWord({ ...before, status: 'final', score, flag: 'played by others' })?.word).toBe('Played by others')
})

it('shows points, and letters for a forfeit, which are read out in words', () => {
  expect(formatPoints({ ...before, status: 'final', score }, 'away')).toEqual({ text: '9', spoken: null })
  const forfeit = { ...before, status: 'final', forfeit: 'away' } as const
  expect(formatPoints(forfeit, 'home')).toEqual({ text: 'W', spoken: 'wins by forfeit' })
  expect(formatPoints(forfeit, 'away')).toEqual({ text: 'F', spoken: 'forfeits' })
  expect(formatPoints(before, 'home').text).toBe('')
})

it('lets a side win by points or by a forfeit, also while the result is provisional', () => {
  expect(findWinner({ ...before, status: 'provisional', score })).toBe('home')
  expect(findWinner({ ...before, status: 'final', forfeit: 'home' })).toBe('away')
  expect(findWinner({ ...before, status: 'final', score: { home: 9, away: 9 } })).toBeNull()
  expect(findWinner({ ...before, status: 'disputed' })).toBeNull()
  expect(findWinner({ ...before, status: 'cancelled', score })).toBeNull()
})
