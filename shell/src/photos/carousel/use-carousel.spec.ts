import { describe, expect, it } from 'vitest'
import { isNear, placeAfterChange, stepsBetween } from './use-carousel.ts'

describe('the ring of slides', () => {
  it('counts the shorter way round', () => {
    expect(stepsBetween(0, 3, 60)).toBe(3)
    expect(stepsBetween(0, 59, 60)).toBe(1)
    expect(stepsBetween(4, 4, 5)).toBe(0)
  })

  it('shows five of many slides: the current one and two on either side', () => {
    const shown = (current: number, count: number) =>
      Array.from({ length: count }, (_, index) => index).filter((index) => isNear(index, current, count))
    expect(shown(10, 60)).toEqual([8, 9, 10, 11, 12])
    expect(shown(0, 60)).toEqual([0, 1, 2, 58, 59])
    expect(shown(0, 1)).toEqual([0])
    expect(shown(2, 4)).toEqual([0, 1, 2, 3])
  })
})

describe('when photos come and go', () => {
  it('the photo that is looked at stays in sight', () => {
    expect(placeAfterChange(['new', 'a', 'b'], { id: 'b', index: 1 })).toBe(2)
  })

  it('the next one takes the place of one that is gone, the last one if there is none', () => {
    expect(placeAfterChange(['a', 'c'], { id: 'b', index: 1 })).toBe(1)
    expect(placeAfterChange(['a'], { id: 'c', index: 2 })).toBe(0)
    expect(placeAfterChange([], { id: 'a', index: 0 })).toBe(0)
  })
})
