import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { added, changed, deleted, dishSlot, metadata, removed, signedUp } from '../slot.fixture.ts'
import { type DeleteSlot, deleteSlotDecider } from './decide.ts'

const given = DeciderSpecification.for(deleteSlotDecider)
const command = (expectedRevision?: number): DeleteSlot => ({
  type: 'DeleteSlot',
  data: { expectedRevision },
  metadata,
})

describe('Deleting a slot', () => {
  it('takes its sign-ups with it', () => {
    given([added(), signedUp('a'), signedUp('b'), removed('a')])
      .when(command())
      .then([deleted('b')])
  })

  it('refuses a slot that never was or is no more', () => {
    for (const events of [[], [added(), deleted()]])
      given(events)
        .when(command())
        .thenThrows(DomainError, (it) => it.code === 'SLOT_NOT_FOUND')
  })

  it('deletes for an editor who has seen the latest definition, also where sign-ups came since', () => {
    given([added(), changed({ ...dishSlot, name: 'Jelly' }), signedUp('a')])
      .when(command(2))
      .then([deleted('a')])
  })

  it('refuses an editor who has not seen the latest definition', () => {
    given([added(), changed({ ...dishSlot, name: 'Jelly' })])
      .when(command(1))
      .thenThrows(DomainError, (it) => it.code === 'STALE')
  })
})
