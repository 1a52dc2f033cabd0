import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { added, deleted, dishSlot, metadata, removed, restoredTo, signedUp, walkedIn } from '../slot.fixture.ts'
import { type RestoreSignup, restoreSignupDecider } from './decide.ts'

const given = DeciderSpecification.for(restoreSignupDecider)
const restore = (signupId: string, made: RestoreSignup['data']['made'] = asMade(signupId)): RestoreSignup => ({
  type: 'RestoreSignup',
  data: { made },
  metadata,
})
const asMade = (signupId: string) => ({ type: 'SignedUp', data: restoredTo(signupId).data }) as const

describe('Restoring a sign-up', () => {
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
