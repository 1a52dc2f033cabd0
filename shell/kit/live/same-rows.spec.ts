import { describe, expect, it } from 'vitest'
import { keepSameRows } from './same-rows.ts'

const dish = (id: string, place = 'holding') => ({ id, place, tags: ['hot', 'vegan'] })
const board = (...items: ReturnType<typeof dish>[]) => ({ dinner: 1, session: { started_at: null }, items })

describe('A newer answer', () => {
  it('is the one before where it says the same', () => {
    const before = board(dish('ham'), dish('pie'))
    expect(keepSameRows(before, structuredClone(before))).toBe(before)
  })

  it('has the same rows, wherever they stand now, when others come, go or change', () => {
    const [ham, pie, corn] = [dish('ham'), dish('pie'), dish('corn')]
    const before = board(ham, pie, corn)
    const now = keepSameRows(before, structuredClone(board(dish('rice'), corn, dish('pie', 'buffet'))))
    expect(now).toEqual(board(dish('rice'), corn, dish('pie', 'buffet')))
    expect(now.items[1]).toBe(corn)
    expect(now.items[2]).not.toBe(pie)
    expect(now.items[2]?.tags).toBe(pie.tags)
    expect(now.session).toBe(before.session)
  })

  it('tells lists of other lengths, fields that went and other kinds of values apart', () => {
    expect(keepSameRows([dish('ham'), dish('pie')], [dish('ham')])).toEqual([dish('ham')])
    expect(keepSameRows({ id: 'ham', at: 1 }, { id: 'ham' })).toEqual({ id: 'ham' })
    expect(keepSameRows({ at: undefined }, { by: undefined })).toEqual({ by: undefined })
    expect(keepSameRows([1, 2], { 0: 1, 1: 2 })).toEqual({ 0: 1, 1: 2 })
    expect(keepSameRows(undefined, null)).toBeNull()
    expect(keepSameRows([1, 2, 3], [1, 3])).toEqual([1, 3])
  })
})
