import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { added, deleted, metadata, removed, signedUp } from '../slot.fixture.ts'
import { evolve, initialState } from '../slot.ts'
import { type RemoveSignup, removeSignup } from './decide.ts'

const given = DeciderSpecification.for({ decide: removeSignup, evolve, initialState })
const command: RemoveSignup = { type: 'RemoveSignup', data: { signupId: 'a' }, metadata }

describe('Removing a sign-up from its slot', () => {
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
