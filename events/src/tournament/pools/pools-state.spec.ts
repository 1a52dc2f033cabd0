import { describe, expect, it } from 'vitest'
import type { PoolsEvent } from '../events.ts'
import { freed, pool, published, saved, unpublished } from '../facts.fixture.ts'
import {
  evolve,
  initialState,
  isSameArrangement,
  poolChanges,
  poolsIdOf,
  poolsStream,
  workingPools,
} from './pools-state.ts'

const a = pool('A', ['huck', null])
const b = pool('B', ['becky', 'joe'])
const after = (...events: PoolsEvent[]) => events.reduce(evolve, initialState())

describe("A division's pools", () => {
  it('are none at first, neither drafted nor public', () => {
    expect(initialState()).toEqual({ saved: null, published: [] })
  })

  it('are drafted by saving, the last time counts, and are not public', () => {
    expect(after(saved(a), saved(b))).toEqual({ saved: [b], published: [] })
  })

  it('go public as they were saved, and the draft is over', () => {
    expect(after(saved(a), published)).toEqual({ saved: null, published: [a] })
  })

  it('stay public while the next draft is made', () => {
    expect(after(saved(a), published, saved(b))).toEqual({ saved: [b], published: [a] })
  })

  it('come back as a draft when they are unpublished, unless a newer draft is there', () => {
    expect(after(saved(a), published, unpublished)).toEqual({ saved: [a], published: [] })
    expect(after(saved(a), published, saved(b), unpublished)).toEqual({ saved: [b], published: [] })
  })

  it('lose removed teams from the draft and from what is public, and keep the places', () => {
    expect(after(saved(a), published, saved(b), freed('huck', 'joe'))).toEqual({
      saved: [pool('B', ['becky', null])],
      published: [pool('A', [null, null])],
    })
    expect(after(saved(a), published, freed('becky'))).toEqual({ saved: null, published: [a] })
  })

  it('are not touched by a publication of nothing, nor by an unknown fact', () => {
    const unknown = { type: 'PoolsShuffled', data: {} } as unknown as PoolsEvent
    const before = after(saved(a), published)
    for (const event of [published, unknown]) expect(evolve(before, event)).toEqual(before)
  })

  it('lie on the desk as the draft, or else as they are public', () => {
    expect(workingPools(after(saved(a), published))).toEqual([a])
    expect(workingPools(after(saved(a), published, saved()))).toEqual([])
  })

  it('find their division in the name of their stream', () => {
    expect([poolsIdOf(poolsStream('rec', '2025')), poolsIdOf('pools-mixed')]).toEqual(['rec', undefined])
    expect(poolsIdOf(poolsStream('rec', '2026'))).toBe('rec-2026')
  })
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
