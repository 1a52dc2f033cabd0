import { describe, expect, it } from 'vitest'
import { dishIn, evolveDish, unmoved } from './dish-state.ts'
import type { SignupEvent } from './events.ts'

const at = (minute: number) => `2025-11-29T18:${String(minute).padStart(2, '0')}:00.000Z`
const buffet = (position: number) => ({ zone: 'buffet', position }) as const
const warming = { zone: 'warming', position: 2 } as const
const moved = (to: typeof warming | ReturnType<typeof buffet>, minute: number, dinner = 1): SignupEvent => ({
  type: 'DishMoved',
  data: { dinner, to, at: at(minute) },
})
const emptied = (minute: number, dinner = 1): SignupEvent => ({ type: 'DishEmptied', data: { dinner, at: at(minute) } })
const putBack = (minute: number, dinner = 1): SignupEvent => ({ type: 'DishPutBack', data: { dinner, at: at(minute) } })
const after = (...events: SignupEvent[]) => events.reduce(evolveDish, unmoved)

describe('A dish', () => {
  it('begins a stay when it comes to the buffet, and ends it when it leaves', () => {
    expect(after(moved(buffet(1), 5))).toEqual({
      dinner: 1,
      place: buffet(1),
      stays: [{ from: at(5), to: null }],
      emptiedAt: null,
      since: at(5),
    })
    expect(after(moved(buffet(1), 5), moved(warming, 9))).toEqual({
      dinner: 1,
      place: warming,
      stays: [{ from: at(5), to: at(9) }],
      emptiedAt: null,
      since: at(9),
    })
  })

  it('keeps its stay from one place of the buffet to another', () => {
    expect(after(moved(buffet(1), 5), moved(buffet(4), 9))).toMatchObject({
      place: buffet(4),
      stays: [{ from: at(5), to: null }],
      since: at(9),
    })
  })

  it('begins another stay when it comes back', () => {
    expect(after(moved(buffet(1), 5), moved(warming, 9), moved(buffet(1), 12)).stays).toEqual([
      { from: at(5), to: at(9) },
      { from: at(12), to: null },
    ])
  })

  it('has no stay where it never was on the buffet', () => {
    expect(after(moved(warming, 5)).stays).toEqual([])
    expect(after(moved(warming, 5), emptied(7))).toMatchObject({ stays: [], emptiedAt: at(7), since: at(7) })
  })

  it('does not end a stay twice', () => {
    expect(after(moved(buffet(1), 5), emptied(9), moved(warming, 12)).stays).toEqual([{ from: at(5), to: at(9) }])
  })

  it('goes on with its last stay when it was not empty after all', () => {
    expect(after(moved(buffet(1), 5), moved(warming, 6), moved(buffet(1), 7), emptied(9), putBack(11))).toEqual({
      dinner: 1,
      place: buffet(1),
      stays: [
        { from: at(5), to: at(6) },
        { from: at(7), to: null },
      ],
      emptiedAt: null,
      since: at(11),
    })
  })

  it('is not put back where it was not emptied, or never stood on the buffet', () => {
    const standing = after(moved(buffet(1), 5), moved(warming, 9))
    expect(evolveDish(standing, putBack(11))).toEqual(standing)
    const emptiedElsewhere = after(moved(warming, 5), emptied(7))
    expect(evolveDish(emptiedElsewhere, putBack(11))).toEqual(emptiedElsewhere)
  })

  it('begins anew in a later dinner, and an event of an earlier one that comes late changes nothing', () => {
    const second = after(moved(buffet(1), 5), moved(warming, 9, 2))
    expect(second).toEqual({ dinner: 2, place: warming, stays: [], emptiedAt: null, since: at(9) })
    expect(evolveDish(second, moved(buffet(3), 10, 1))).toEqual(second)
    expect(dishIn(3, second)).toEqual({ ...unmoved, dinner: 3 })
    expect(dishIn(2, second)).toEqual(second)
    expect(dishIn(1, second)).toEqual(second)
  })

  it('is not moved by what happens to its sign-up', () => {
    const standing = after(moved(buffet(1), 5))
    expect(evolveDish(standing, { type: 'CheckInUndone', data: {} })).toEqual(standing)
  })
})
