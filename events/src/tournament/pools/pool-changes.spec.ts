import { describe, expect, it } from 'vitest'
import { isSameArrangement, poolChanges } from './pool-changes.ts'
import type { SavedPool } from './pools.ts'

const pool = (letter: string, teams: (string | null)[]): SavedPool => ({
  id: letter.toLowerCase(),
  name: `Pool ${letter}`,
  size: teams.length,
  teams,
})

describe('What changed between two arrangements', () => {
  it('is nothing when they are the same', () => {
    const pools = [pool('A', ['huck', null]), pool('B', [null, 'tom'])]
    expect(poolChanges(pools, structuredClone(pools))).toEqual([])
    expect(isSameArrangement(pools, structuredClone(pools))).toBe(true)
  })

  it('names places as people call them', () => {
    const before = [pool('A', ['huck', 'tom']), pool('B', ['becky', null])]
    const after = [pool('A', ['tom', null]), pool('B', ['joe', 'huck'])]
    expect(poolChanges(before, after)).toEqual([
      { kind: 'team-moved', team: 'tom', from: 'A2', to: 'A1' },
      { kind: 'team-moved', team: 'joe', from: null, to: 'B1' },
      { kind: 'team-moved', team: 'huck', from: 'A1', to: 'B2' },
      { kind: 'team-moved', team: 'becky', from: 'B1', to: null },
    ])
  })

  it('begins with the pools themselves', () => {
    const before = [pool('A', ['huck', null]), pool('B', [null, null])]
    const after = [{ ...pool('A', ['huck', null, null]), name: 'Pool Z' }, pool('C', [null, null])]
    expect(poolChanges(before, after)).toEqual([
      { kind: 'pool-removed', pool: 'Pool B' },
      { kind: 'pool-renamed', pool: 'Pool A', to: 'Pool Z' },
      { kind: 'pool-resized', pool: 'Pool Z', from: 2, size: 3 },
      { kind: 'pool-added', pool: 'Pool C', size: 2 },
    ])
  })

  it('does not move a team whose pool only got another name', () => {
    const renamed = { ...pool('A', ['huck', null]), name: 'Pool Q' }
    expect(poolChanges([pool('A', ['huck', null])], [renamed])).toEqual([
      { kind: 'pool-renamed', pool: 'Pool A', to: 'Pool Q' },
    ])
  })

  it.each([
    ['a name', { name: 'Pool Q' }],
    ['a size', { size: 3 }],
    ['an id', { id: 'q' }],
    ['a team', { teams: ['huck', 'tom'] }],
    ['a place', { teams: ['huck', null, null] }],
  ])('makes the arrangement another one, be it only %s', (_, change) => {
    const one = pool('A', ['huck', null])
    expect(isSameArrangement([one], [{ ...one, ...change }])).toBe(false)
    expect(isSameArrangement([{ ...one, ...change }], [one])).toBe(false)
  })

  it('is a pool more or less', () => {
    const [a, b] = [pool('A', ['huck', null]), pool('B', [null, 'tom'])]
    expect(isSameArrangement([a], [a, b])).toBe(false)
    expect(isSameArrangement([a, b], [a])).toBe(false)
  })

  it('is a move also to the same position in another pool', () => {
    expect(
      poolChanges(
        [pool('A', ['huck', null]), pool('B', [null, null])],
        [pool('A', [null, null]), pool('B', ['huck', null])],
      ),
    ).toEqual([{ kind: 'team-moved', team: 'huck', from: 'A1', to: 'B1' }])
  })
})
