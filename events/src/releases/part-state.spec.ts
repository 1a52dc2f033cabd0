import { describe, expect, it } from 'vitest'
import type { ReleasesEvent } from './events.ts'
import { activated, added } from './part.fixture.ts'
import { activatedAfter, evolve, initialState, isHeldBack, partNameOf, partStream } from './part-state.ts'

describe('A part', () => {
  it('is added by a fact of its own, and not touched by an unknown one', () => {
    const unknown = { type: 'PartPainted', data: {} } as unknown as ReleasesEvent
    const part = evolve(initialState(), added)
    expect([initialState().isAdded, part.isAdded]).toEqual([false, true])
    expect(evolve(part, unknown)).toEqual(part)
  })

  it('remembers the last 50 releases that were live', () => {
    const versions = Array.from({ length: 60 }, (_, index) => `1.${index}.0`)
    const part = versions.map((version) => activated(version)).reduce(evolve, initialState())
    expect(part.activated.map(({ version }) => version)).toEqual(versions.slice(10))
  })

  it('takes no step where the same becomes live once more, or what is built in before all others', () => {
    const one = { version: '1.0.0', builtIn: false }
    expect(activatedAfter([one], one)).toEqual([one])
    expect(activatedAfter([], { version: '1.0.0', builtIn: true })).toEqual([])
  })

  it('finds its name in that of its stream', () => {
    expect(partStream('dinner')).toBe('part-dinner')
    expect(partNameOf('part-dinner')).toBe('dinner')
  })
})

describe('a version that came with a new site', () => {
  const part = { live: '1.1.0', since: '2025-11-01T12:00:00.000Z' }
  const ofSite = { version: '1.2.0', by: null, at: '2025-11-20T12:00:00.000Z' }

  it('is held back by a release that was made live before', () => expect(isHeldBack(part, ofSite)).toBe(true))

  it.each([
    ['is live itself', part, { ...ofSite, version: '1.1.0' }],
    ['is older than the live release', part, { ...ofSite, at: '2025-10-01T12:00:00.000Z' }],
    ['was released by a team', part, { ...ofSite, by: 'Team dinner' }],
    ['has had no release over it', { live: '1.0.0', since: null }, ofSite],
  ])('is not held back where it %s', (_, state, version) => expect(isHeldBack(state, version)).toBe(false))
})
