import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { addedUser as added, metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { evolve, initialState } from '@ultimate/events/staff/user-state.ts'
import { describe, expect, it } from 'vitest'
import { type RevokeDevice, revokeDeviceDecider, type SignOut, signOutDecider } from './sessions.decider.ts'

describe('signing out', () => {
  const given = DeciderSpecification.for(signOutDecider)

  const signOut: SignOut = { type: 'SignOut', data: {}, metadata }
  const signedOut: UserEvent = { type: 'UserSignedOut', data: {} }

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

describe('signing a device out', () => {
  const given = DeciderSpecification.for(revokeDeviceDecider)
  const signOut: RevokeDevice = { type: 'RevokeDevice', data: { deviceId: 'phone' }, metadata }
  const signedOut: UserEvent = { type: 'DeviceSignedOut', data: { deviceId: 'phone' } }

  it('is recorded with the device', () => given([added]).when(signOut).then(signedOut))

  it('is refused to a user who was removed', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(signOut)
      .thenThrows((error) => error.message === platformErrors.registry.USER_REMOVED.message))

  it('changes nothing about the user', () => {
    const before = evolve(initialState(), added)
    expect(evolve(before, signedOut)).toEqual(before)
  })
})
