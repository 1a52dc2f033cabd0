import { describe, expect, it } from 'vitest'
import { noneNamed } from './allergens.ts'
import type { SlotEvent } from './events.ts'
import {
  added,
  changed,
  deleted,
  dishSlot,
  removed,
  servingSlot,
  signedUp,
  slotRestored,
  walkedIn,
} from './slot.fixture.ts'
import { evolve, initialState, isFull, slotIdOf, slotStream } from './slot.ts'

const after = (...events: SlotEvent[]) => events.reduce(evolve, initialState())

describe('A slot', () => {
  it('is unknown until it is added', () => {
    expect(after()).toEqual({ status: 'unknown' })
    expect(after(signedUp('a'), changed(servingSlot), deleted())).toEqual({ status: 'unknown' })
  })

  it('remembers who is signed up, in any case of their letters', () => {
    expect(after(added(), signedUp('a', 'Becky@Example.org'), signedUp('b', 'joe@example.org'), removed('b'))).toEqual({
      status: 'open',
      definition: dishSlot,
      revision: 1,
      signups: [
        {
          id: 'a',
          email: 'becky@example.org',
          name: 'Becky',
          teamId: 'team-a',
          visitorId: 'visitor-a',
          allergens: noneNamed,
        },
      ],
    })
  })

  it('knows who walked in by no address and no team, and that no visitor may remove them', () => {
    expect(after(added(), walkedIn('a'))).toMatchObject({
      signups: [{ id: 'a', email: '', name: 'Aunt Polly', teamId: '', visitorId: '' }],
    })
    expect(after(added(), walkedIn('a'), removed('a'))).toEqual(after(added()))
  })

  it('counts changes of its definition, and no sign-ups', () => {
    expect(after(added(), signedUp('a'), changed(servingSlot), signedUp('b'))).toMatchObject({
      definition: servingSlot,
      revision: 2,
    })
  })

  it('stays deleted', () => {
    expect(after(added(), deleted(), signedUp('a'), changed(dishSlot))).toEqual({
      status: 'deleted',
      definition: dishSlot,
      revision: 1,
    })
  })

  it('is open again once it is restored, without sign-ups, and another one to those who saw it before', () => {
    const back = after(added(), changed(servingSlot), signedUp('a'), deleted('a'), slotRestored(3, servingSlot))
    expect(back).toEqual({ status: 'open', definition: servingSlot, revision: 3, signups: [] })
    expect(after(added(), signedUp('a'), slotRestored())).toEqual(after(added(), signedUp('a')))
  })

  it('is not touched by an unknown fact', () => {
    const unknown = { type: 'SlotPainted', data: {} } as unknown as SlotEvent
    expect(after(added(), signedUp('a'), unknown)).toEqual(after(added(), signedUp('a')))
  })

  it('has a stream of its own', () => {
    expect(slotIdOf(slotStream('abc-1'))).toBe('abc-1')
  })
})

describe('A slot with as many sign-ups as places', () => {
  it('is full, also where the number of places was lowered since', () =>
    expect([isFull(1, 2), isFull(2, 2), isFull(3, 2)]).toEqual([false, true, true]))
})
