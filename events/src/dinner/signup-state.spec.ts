import { describe, expect, it } from 'vitest'
import {
  arrivedAnyway,
  at,
  buffet,
  canceled,
  checkedIn,
  dismissed,
  emptied,
  moved,
  putBack,
  restored,
  undone,
  warming,
} from './dinner.fixture.ts'
import type { SignupEvent } from './events.ts'
import { dishIn, evolve, evolveDish, initialState, signupIdOf, signupStream, unmoved } from './signup-state.ts'

const after = (...events: SignupEvent[]) => events.reduce(evolve, initialState())

describe('A sign-up', () => {
  it('is expected until it is checked in, and again after an undo', () => {
    expect(after().status).toBe('expected')
    expect(after(checkedIn(3))).toMatchObject({ status: 'checked-in', at: at(3) })
    expect(after(checkedIn(3), undone).status).toBe('expected')
  })

  it('knows where its dish stands', () => {
    expect(after(checkedIn(), moved(buffet(4), 9))).toMatchObject({ dish: { place: buffet(4), since: at(9) } })
  })

  it('stays canceled', () => {
    expect(after(checkedIn(), canceled('slot-deleted'), checkedIn(), moved(buffet(1)), undone)).toEqual({
      status: 'canceled',
      arrival: { status: 'none' },
    })
  })

  it('is expected again once it is reinstated, and stands nowhere', () => {
    const reinstated: SignupEvent = { type: 'SignupReinstated', data: { slotId: 'slot-a' } }
    expect(after(checkedIn(), moved(buffet(1)), canceled(), reinstated)).toEqual(initialState())
  })

  it('is checked in and stands where it stood once it is reinstated with its slot', () => {
    const stood = after(checkedIn(), moved(buffet(1)))
    if (stood.status !== 'checked-in') throw new Error('it is not checked in')
    const arrival = { category: 'dishes', at: stood.at, standing: stood.dish } as const
    const reinstated: SignupEvent = { type: 'SignupReinstated', data: { slotId: 'slot-a', arrival } }
    expect(after(checkedIn(), moved(buffet(1)), canceled('slot-deleted'), reinstated)).toEqual(stood)
  })

  it('that was canceled knows of an arrival until staff have decided on it', () => {
    const came = after(canceled(), arrivedAnyway(3))
    expect(came).toEqual({ status: 'canceled', arrival: { status: 'undecided', at: at(3), slotId: 'slot-a' } })
    expect(evolve(came, undone)).toEqual({ status: 'canceled', arrival: { status: 'none' } })
    expect(evolve(came, dismissed)).toEqual({ status: 'canceled', arrival: { status: 'dismissed' } })
    expect(evolve(came, restored)).toMatchObject({ status: 'checked-in', at: at(3) })
    expect(after(canceled(), restored)).toEqual(after(canceled()))
  })

  it('has a stream of its own', () => {
    expect(signupIdOf(signupStream('abc-1'))).toBe('abc-1')
  })
})

const dishAfter = (...events: SignupEvent[]) => events.reduce(evolveDish, unmoved)

describe('A dish', () => {
  it('begins a stay when it comes to the buffet, and ends it when it leaves', () => {
    expect(dishAfter(moved(buffet(1), 5))).toEqual({
      dinner: 1,
      place: buffet(1),
      stays: [{ from: at(5), to: null }],
      emptiedAt: null,
      since: at(5),
    })
    expect(dishAfter(moved(buffet(1), 5), moved(warming(2), 9))).toEqual({
      dinner: 1,
      place: warming(2),
      stays: [{ from: at(5), to: at(9) }],
      emptiedAt: null,
      since: at(9),
    })
  })

  it('keeps its stay from one place of the buffet to another', () => {
    expect(dishAfter(moved(buffet(1), 5), moved(buffet(4), 9))).toMatchObject({
      place: buffet(4),
      stays: [{ from: at(5), to: null }],
      since: at(9),
    })
  })

  it('begins another stay when it comes back', () => {
    expect(dishAfter(moved(buffet(1), 5), moved(warming(2), 9), moved(buffet(1), 12)).stays).toEqual([
      { from: at(5), to: at(9) },
      { from: at(12), to: null },
    ])
  })

  it('has no stay where it never was on the buffet', () => {
    expect(dishAfter(moved(warming(2), 5)).stays).toEqual([])
    expect(dishAfter(moved(warming(2), 5), emptied(7))).toMatchObject({ stays: [], emptiedAt: at(7), since: at(7) })
  })

  it('does not end a stay twice', () => {
    expect(dishAfter(moved(buffet(1), 5), emptied(9), moved(warming(2), 12)).stays).toEqual([
      { from: at(5), to: at(9) },
    ])
  })

  it('goes on with its last stay when it was not empty after all', () => {
    expect(dishAfter(moved(buffet(1), 5), moved(warming(2), 6), moved(buffet(1), 7), emptied(9), putBack(11))).toEqual({
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
    const standing = dishAfter(moved(buffet(1), 5), moved(warming(2), 9))
    expect(evolveDish(standing, putBack(11))).toEqual(standing)
    const emptiedElsewhere = dishAfter(moved(warming(2), 5), emptied(7))
    expect(evolveDish(emptiedElsewhere, putBack(11))).toEqual(emptiedElsewhere)
  })

  it('begins anew in a later dinner, and an event of an earlier one that comes late changes nothing', () => {
    const second = dishAfter(moved(buffet(1), 5), moved(warming(2), 9, 2))
    expect(second).toEqual({ dinner: 2, place: warming(2), stays: [], emptiedAt: null, since: at(9) })
    expect(evolveDish(second, moved(buffet(3), 10, 1))).toEqual(second)
    expect(dishIn(3, second)).toEqual({ ...unmoved, dinner: 3 })
    expect(dishIn(2, second)).toEqual(second)
    expect(dishIn(1, second)).toEqual(second)
  })

  it('is not moved by what happens to its sign-up', () => {
    const standing = dishAfter(moved(buffet(1), 5))
    expect(evolveDish(standing, { type: 'CheckInUndone', data: {} })).toEqual(standing)
  })
})
