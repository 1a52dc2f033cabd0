import { describe, expect, it } from 'vitest'
import { divisionIn, isLettered, poolAddress, toInitials } from './pool-name.ts'

describe('The address of a pool', () => {
  it.each([
    ['Pool B', '?division=rec#pool-b'],
    ['Pool AA', '?division=rec#pool-aa'],
    ['The Early Birds!', '?division=rec#pool-the-early-birds-'],
  ])('of %s is %s', (name, address) => {
    expect(poolAddress('rec', name)).toBe(address)
  })

  it('names one of the two divisions, or none', () => {
    const named = (search: string) => divisionIn(new URLSearchParams(search))
    expect([named('division=rec'), named('division=mixed'), named('')]).toEqual(['rec', null, null])
  })
})

describe('A pool that staff named otherwise than by a letter', () => {
  it('is shown by the initials of its first two words', () => {
    const names = ['Pool B', 'Pool AA', 'The Early Birds', 'Sunday']
    const shown = names.map((name) => (isLettered(name) ? name : toInitials(name)))
    expect(shown).toEqual(['Pool B', 'Pool AA', 'TE', 'S'])
  })
})
