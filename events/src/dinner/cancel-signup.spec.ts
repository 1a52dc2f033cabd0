import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError, findRefusal } from '../language/domain-error.ts'
import { type CancelSignup, cancelSignupDecider, type RestoreSignup, restoreSignupDecider } from './cancel-signup.ts'
import { buffet, canceled, checkedIn, minute, moved, undone } from './dinner.fixture.ts'
import type { ReasonOfEnd, SignupEvent } from './events.ts'
import { metadata } from './slot.fixture.ts'
import { canCancel } from './slot.ts'

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
      data: { ...command('removed-by-staff').data, walkIn: { dinner: 1 } },
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
  it.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('can be canceled where the rule allows it (checked in: %s, walk-in: %s)', (checked_in, walk_in) => {
    const data = { slotId: 'slot-a', reason: 'removed', ...(walk_in && { walkIn: { dinner: 1 } }) } as const
    const before = (checked_in ? [checkedIn()] : []).reduce(
      cancelSignupDecider.evolve,
      cancelSignupDecider.initialState(),
    )
    const refusal = findRefusal(() => cancelSignupDecider.decide({ type: 'CancelSignup', data, metadata }, before))
    expect(canCancel({ checked_in, walk_in })).toBe(refusal === null)
  })
})
