import { describe, expect, it } from 'vitest'
import { fillsFrame, sourceSets } from './photo-picture.tsx'

describe('the sources of a picture', () => {
  it('are one set per form, the lightest form first', () => {
    const sets = sourceSets([
      { type: 'image/jpeg', width: 640, url: '/j640' },
      { type: 'image/avif', width: 640, url: '/a640' },
      { type: 'image/jpeg', width: 1280, url: '/j1280' },
      { type: 'image/avif', width: 1280, url: '/a1280' },
    ])
    expect(sets).toEqual([
      { type: 'image/avif', srcSet: '/a640 640w, /a1280 1280w' },
      { type: 'image/jpeg', srcSet: '/j640 640w, /j1280 1280w' },
    ])
  })
})

describe('a frame of three by two', () => {
  it.each([
    ['a camera', 3000, 2000, true],
    ['a phone held across', 4000, 3000, true],
    ['a film', 1920, 1080, true],
    ['a phone held upright', 3000, 4000, false],
    ['a square', 1000, 1000, false],
    ['a panorama', 8000, 1000, false],
  ])('is filled by a photo of %s: %d by %d, %s', (_, width, height, fills) => {
    expect(fillsFrame({ width, height })).toBe(fills)
  })
})
