import { bytesFrom, seed, seeded } from '@ultimate/events/seed.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canaryDraw, canaryIdPattern } from './live-parts.ts'

const isDrawn = canaryDraw('a secret of the site')
const anyId = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
const random = seeded(seed)
const randomId = () => Buffer.from(bytesFrom(random, 16)).toString('base64url')
const someone = { part: 'dinner', version: '1.4.0' }

describe('a canary', () => {
  it('of 10 percent is given to 10 ± 2 percent of 2,000 visitors', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyId, { minLength: 2_000, maxLength: 2_000, size: 'max' }), (visitors) => {
        const drawn = visitors.filter((visitor) => isDrawn({ ...someone, visitor, percent: 10 })).length
        expect(drawn).toBeGreaterThanOrEqual(160)
        expect(drawn).toBeLessThanOrEqual(240)
      }),
      { seed: 1, numRuns: 5 },
    )
  })

  it(`is given to the same visitors always, and to them too when more get it (seed ${seed})`, () => {
    const share = fc.integer({ min: 1, max: 99 })
    fc.assert(
      fc.property(anyId, share, share, (visitor, one, other) => {
        const [percent, more] = [Math.min(one, other), Math.max(one, other)]
        const drawn = isDrawn({ ...someone, visitor, percent })
        expect(canaryDraw('a secret of the site')({ ...someone, visitor, percent })).toBe(drawn)
        if (drawn) expect(isDrawn({ ...someone, visitor, percent: more })).toBe(true)
      }),
      { seed },
    )
  })

  it(`is given to others with the next version, so that not the same few try everything (seed ${seed})`, () => {
    const visitors = Array.from({ length: 2_000 }, randomId)
    const of = (version: string) => visitors.filter((visitor) => isDrawn({ ...someone, version, visitor, percent: 50 }))
    const next = new Set(of('1.5.0'))
    const both = of('1.4.0').filter((visitor) => next.has(visitor)).length
    expect(both).toBeGreaterThan(350)
    expect(both).toBeLessThan(650)
  })

  it(`takes the ids that it gives out (seed ${seed})`, () => expect(randomId()).toMatch(canaryIdPattern))
})
