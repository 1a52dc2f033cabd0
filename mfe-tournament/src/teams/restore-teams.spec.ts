import { describe, expect, it } from 'vitest'
import { placesInWords } from './restore-teams.ts'

describe('What is said of the places in pools of restored teams', () => {
  it.each([
    [1, 1, 0, 'It has its place in the pools again.'],
    [1, 0, 1, 'Its place in the pools is taken or gone.'],
    [5, 1, 0, '1 has its place in the pools again.'],
    [5, 3, 1, '3 have their places in the pools again. For 1, the place in the pools is taken or gone.'],
    [5, 0, 2, 'For 2, the place in the pools is taken or gone.'],
    [5, 0, 0, ''],
  ])('of %i teams, where %i have theirs again and %i do not', (teams, back, taken, words) => {
    expect(placesInWords(teams, { back, taken })).toBe(words)
  })
})
