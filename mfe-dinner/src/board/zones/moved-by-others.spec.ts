import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { describe, expect, it } from 'vitest'
import { findMovedByOthers, type PlacedDish } from './moved-by-others.ts'

const holding: DishPlace = { zone: 'holding' }
const buffet = (position: number): DishPlace => ({ zone: 'buffet', position })
const turkey = (place: DishPlace): PlacedDish => ({ id: 'turkey', place, movedBy: 'Ana' })

describe('What others have moved', () => {
  it('is each dish that stands elsewhere than before', () =>
    expect(findMovedByOthers([turkey(holding)], [turkey(buffet(2))], new Map())).toEqual([turkey(buffet(2))]))

  it('is no dish that this page put there', () =>
    expect(findMovedByOthers([turkey(holding)], [turkey(buffet(2))], new Map([['turkey', buffet(2)]]))).toEqual([]))

  it('is a dish that another user moved on from where this page had put it', () =>
    expect(findMovedByOthers([turkey(buffet(2))], [turkey(holding)], new Map([['turkey', buffet(2)]]))).toHaveLength(1))

  it('is neither a dish that just came nor one that stayed', () =>
    expect(
      findMovedByOthers([turkey(holding)], [turkey(holding), { ...turkey(buffet(0)), id: 'ham' }], new Map()),
    ).toEqual([]))
})
