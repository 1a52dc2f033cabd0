import { describe, expect, it } from 'vitest'
import { sortByNeed } from './team-dishes.tsx'

const captains = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
  id,
  team: `Team ${id}`,
  name: `Captain ${id}`,
  isConfirmed: id !== 'e',
}))

describe('What teams still miss', () => {
  it('is counted from sixteen for confirmed teams, most first, and never below zero', () => {
    const counts = new Map([
      ['a', 16],
      ['b', 3],
      ['c', 20],
    ])
    expect(sortByNeed(captains, counts, 16)).toEqual([
      { id: 'd', team: 'Team d', count: 0, missing: 16 },
      { id: 'b', team: 'Team b', count: 3, missing: 13 },
      { id: 'a', team: 'Team a', count: 16, missing: 0 },
      { id: 'c', team: 'Team c', count: 20, missing: 0 },
    ])
  })
})
