import { describe, expect, it } from 'vitest'
import type { PoolsEvent } from '../events.ts'
import { freed, pool, published, saved, unpublished } from '../facts.fixture.ts'
import { evolve, initialState, poolsIdOf, poolsStream, workingPools } from './pools-state.ts'

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
