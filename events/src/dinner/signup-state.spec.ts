import { describe, expect, it } from 'vitest'
import { arrivedAnyway, at, buffet, canceled, checkedIn, dismissed, moved, restored, undone } from './dinner.fixture.ts'
import type { SignupEvent } from './events.ts'
import { evolve, initialState, signupIdOf, signupStream } from './signup-state.ts'

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
