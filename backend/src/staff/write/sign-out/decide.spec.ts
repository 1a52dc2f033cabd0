import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { addedUser as added, metadata } from '../facts.fixture.ts'
import { evolve, initialState } from '../user.ts'
import { type SignOut, signOutDecider } from './decide.ts'

const given = DeciderSpecification.for(signOutDecider)

const signOut: SignOut = { type: 'SignOut', data: {}, metadata }
const signedOut: UserEvent = { type: 'UserSignedOut', data: {} }

describe('signing out', () => {
  it('is recorded, on each device', () => {
    given([added]).when(signOut).then([signedOut])
    given([added, signedOut]).when(signOut).then([signedOut])
  })

  it('records nothing for an id that is no user', () => {
    given([]).when(signOut).thenNothingHappened()
    given([added, { type: 'UserRemoved', data: {} }])
      .when(signOut)
      .thenNothingHappened()
  })

  it('changes nothing about the user', () => {
    const before = evolve(initialState(), added)
    expect(evolve(before, signedOut)).toEqual(before)
  })
})
