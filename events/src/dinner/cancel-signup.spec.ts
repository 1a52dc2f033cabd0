import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import {
  type CancelSignup,
  cancelSignupDecider,
  findCancelRefusal,
  type RestoreSignup,
  restoreSignupDecider,
} from './cancel-signup.ts'
import { buffet, canceled, checkedIn, minute, moved, undone } from './dinner.fixture.ts'
import type { ReasonOfEnd, SignupEvent } from './events.ts'
import { metadata } from './slot.fixture.ts'

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
