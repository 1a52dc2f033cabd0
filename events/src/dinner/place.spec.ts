import { describe, expect, it } from 'vitest'
import { dishPlace } from './board/dish-schema.ts'
import { countSlots, type DishPlace, isSamePlace, placeName, positionOf } from './place.ts'

const holding: DishPlace = { zone: 'holding' }
const at = (zone: 'warming' | 'buffet', position: number): DishPlace => ({ zone, position })

describe('A place', () => {
  it('is known by its zone and its position; in Holding there is one for all', () => {
    expect(isSamePlace(holding, holding)).toBe(true)
    expect(isSamePlace(at('buffet', 3), at('buffet', 3))).toBe(true)
    expect(isSamePlace(at('buffet', 3), at('buffet', 4))).toBe(false)
    expect(isSamePlace(at('buffet', 3), at('warming', 3))).toBe(false)
    expect(isSamePlace(at('buffet', 0), holding)).toBe(false)
    expect([positionOf(holding), positionOf(at('buffet', 0))]).toEqual([null, 0])
  })

  it('is called by its zone and its number, which begins with one', () =>
    expect([holding, at('warming', 0), at('buffet', 2)].map(placeName)).toEqual(['Holding', 'Warming 1', 'Buffet 3']))

  it('is one of as many as the layout has in its zone', () => {
    const layout = { warmingSlots: 3, buffetSlots: 8 }
    expect([countSlots(layout, 'warming'), countSlots(layout, 'buffet')]).toEqual([3, 8])
  })

  it.each([{ zone: 'holding' }, { zone: 'warming', position: 0 }, { zone: 'buffet', position: 49 }])(
    'may be %j',
    (value) => expect(dishPlace.parse(value)).toEqual(value),
  )

  it.each([
    { zone: 'holding', position: 0 },
    { zone: 'buffet' },
    { zone: 'buffet', position: -1 },
    { zone: 'buffet', position: 0.5 },
    { zone: 'warming', position: 1, row: 2 },
    { zone: 'kitchen', position: 1 },
  ])('is not %j', (value) => expect(dishPlace.safeParse(value).success).toBe(false))
})
