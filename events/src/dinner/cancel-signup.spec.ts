import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import {
  type CancelSignup,
  cancelSignupDecider,
  type FreePlace,
  findCancelRefusal,
  freePlace,
  type RestoreSignup,
  restoreSignupDecider,
  type TakePlace,
  takePlaceDecider,
} from './cancel-signup.ts'
import { buffet, canceled, checkedIn, minute, moved, undone } from './dinner.fixture.ts'
import type { ReasonOfEnd, SignupEvent } from './events.ts'
import { added, deleted, dishSlot, metadata, removed, restoredTo, signedUp, walkedIn } from './slot.fixture.ts'
import { evolve, initialState } from './slot.ts'

describe('Canceling a sign-up', () => {
  const given = DeciderSpecification.for(cancelSignupDecider)
  const command = (reason: ReasonOfEnd): CancelSignup => ({
    type: 'CancelSignup',
    data: { slotId: 'slot-a', reason },
    metadata: { now: minute(5) },
  })

  it('ends one that is expected, also after an undone check-in', () => {
    for (const events of [[], [checkedIn(), undone]])
      given(events)
        .when(command('removed'))
        .then([canceled('removed')])
  })

  it('refuses one that is checked in', () => {
    for (const reason of ['removed', 'removed-by-staff'] as const)
      given([checkedIn()])
        .when(command(reason))
        .thenThrows(DomainError, (it) => it.code === 'ALREADY_CHECKED_IN')
  })

  it('takes a walk-in that is checked in, while its dish stands in Holding', () => {
    const ofWalkIn: CancelSignup = {
      ...command('removed-by-staff'),
      data: { ...command('removed-by-staff').data, dinner: 1 },
    }
    given([checkedIn()])
      .when(ofWalkIn)
      .then([canceled('removed-by-staff')])
    given([checkedIn(), moved(buffet(1))])
      .when(ofWalkIn)
      .thenThrows(DomainError, (it) => it.code === 'DISH_IN_USE')
  })

  it('takes even that, and its dish from the board, when the slot is deleted', () => {
    given([checkedIn(), moved(buffet(1))])
      .when(command('slot-deleted'))
      .then([canceled('slot-deleted')])
  })

  it('happens once', () => {
    given([canceled('removed')])
      .when(command('slot-deleted'))
      .thenNothingHappened()
  })
})

describe('Freeing a place in a slot', () => {
  const given = DeciderSpecification.for({ decide: freePlace, evolve, initialState })
  const command: FreePlace = { type: 'FreePlace', data: { signupId: 'a' }, metadata }

  it('gives the place free', () => {
    given([added(), signedUp('a'), signedUp('b')])
      .when(command)
      .then([removed('a')])
  })

  it('leaves the sign-ups of others', () => {
    given([added(), signedUp('a'), signedUp('b'), removed('a')])
      .when(command)
      .thenNothingHappened()
  })

  it('finds nothing to do the second time, or when the slot is gone', () => {
    for (const events of [[added(), signedUp('a'), removed('a')], [added(), signedUp('a'), deleted('a')], []])
      given(events).when(command).thenNothingHappened()
  })
})

describe('Taking a place in a slot again', () => {
  const given = DeciderSpecification.for(takePlaceDecider)
  const restore = (signupId: string, made: TakePlace['data']['made'] = asMade(signupId)): TakePlace => ({
    type: 'TakePlace',
    data: { made },
    metadata,
  })
  const asMade = (signupId: string) => ({ type: 'SignedUp', data: restoredTo(signupId).data }) as const

  it('puts it back in its slot, also where that is full by now', () => {
    given([added({ ...dishSlot, maxSignups: 1 }), signedUp('pie'), removed('pie'), signedUp('rolls')])
      .when(restore('pie'))
      .then([restoredTo('pie')])
  })

  it('happens once', () => {
    given([added(), signedUp('pie'), removed('pie'), restoredTo('pie')])
      .when(restore('pie'))
      .thenNothingHappened()
  })

  it('of a person who walked in records the same walk-in again', () => {
    given([added(), walkedIn('pie'), removed('pie')])
      .when(restore('pie', walkedIn('pie')))
      .then([walkedIn('pie')])
  })

  it('is refused where the slot is gone', () => {
    given([added(), signedUp('pie'), deleted('pie')])
      .when(restore('pie'))
      .thenThrows(DomainError, (it) => it.code === 'SLOT_DELETED')
  })
})

describe('Restoring a sign-up', () => {
  const given = DeciderSpecification.for(restoreSignupDecider)
  const restore: RestoreSignup = { type: 'RestoreSignup', data: { slotId: 'slot-a' }, metadata }
  const reinstated: SignupEvent = { type: 'SignupReinstated', data: { slotId: 'slot-a' } }

  it('restores it, once', () => {
    given([checkedIn(), canceled()]).when(restore).then([reinstated])
    given([canceled(), reinstated]).when(restore).thenNothingHappened()
  })

  it('does nothing to one that was not canceled', () => {
    for (const events of [[], [checkedIn()]]) given(events).when(restore).thenNothingHappened()
  })
})

describe('In a list, a sign-up', () => {
  it('can be canceled until it is checked in, and a walk-in also then', () => {
    const find = (checked_in: boolean, walk_in: boolean) => findCancelRefusal({ checked_in, walk_in })?.code
    expect([find(false, false), find(true, true)]).toEqual([undefined, undefined])
    expect(find(true, false)).toBe('ALREADY_CHECKED_IN')
  })
})
