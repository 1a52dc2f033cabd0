import type { ReasonOfEnd } from '@ultimate/events/dinner/events.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { buffet, checkedIn, minute, moved, undone, withdrawn } from '../dinner.fixture.ts'
import { type WithdrawSignup, withdrawSignupDecider } from './decide.ts'

const given = DeciderSpecification.for(withdrawSignupDecider)
const command = (reason: ReasonOfEnd): WithdrawSignup => ({
  type: 'WithdrawSignup',
  data: { slotId: 'slot-a', reason },
  metadata: { now: minute(5) },
})

describe('Withdrawing a sign-up', () => {
  it('ends one that is expected, also after an undone check-in', () => {
    for (const events of [[], [checkedIn(), undone]])
      given(events)
        .when(command('removed'))
        .then([withdrawn('removed')])
  })

  it('refuses one that is checked in', () => {
    for (const reason of ['removed', 'removed-by-staff'] as const)
      given([checkedIn()])
        .when(command(reason))
        .thenThrows(DomainError, (it) => it.code === 'ALREADY_CHECKED_IN')
  })

  it('takes even that, and its dish from the board, when the slot is deleted', () => {
    given([checkedIn(), moved(buffet(1))])
      .when(command('slot-deleted'))
      .then([withdrawn('slot-deleted')])
  })

  it('happens once', () => {
    given([withdrawn('removed')])
      .when(command('slot-deleted'))
      .thenNothingHappened()
  })
})
