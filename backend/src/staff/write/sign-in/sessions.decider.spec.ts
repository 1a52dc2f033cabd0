import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { addedUser as added, metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { evolve, initialState } from '@ultimate/events/staff/user.ts'
import { describe, expect, it } from 'vitest'
import {
  type RevokeDevice,
  revokeDeviceDecider,
  type SignIn,
  type SignOut,
  signInDecider,
  signOutDecider,
} from './sessions.decider.ts'

describe('signing in', () => {
  const given = DeciderSpecification.for(signInDecider)
  const signIn: SignIn = { type: 'SignIn', data: { withRecoveryCode: false, passkeyId: null }, metadata }
  const signedIn: UserEvent = { type: 'UserSignedIn', data: { passkeyId: null } }
  const passkey: UserEvent = { type: 'PasskeyAdded', data: { passkeyId: 'p1', name: 'Phone' } }
  const withPasskey: SignIn = { ...signIn, data: { withRecoveryCode: false, passkeyId: 'p1' } }

  it('is remembered', () => given([added]).when(signIn).then([signedIn]))

  it('is remembered every time', () => given([added, signedIn]).when(signIn).then([signedIn]))

  it('with a recovery code is remembered as such', () =>
    given([added])
      .when({ ...signIn, data: { withRecoveryCode: true, passkeyId: null } })
      .then([{ type: 'RecoveryCodeUsed', data: {} }, signedIn]))

  it('with a passkey says with which', () =>
    given([added, passkey])
      .when(withPasskey)
      .then([{ type: 'UserSignedIn', data: { passkeyId: 'p1' } }]))

  it('is refused to a passkey that was removed meanwhile', () =>
    given([added, passkey, { type: 'PasskeyRemoved', data: { passkeyId: 'p1' } }])
      .when(withPasskey)
      .thenThrows((error) => error.message === staffErrors.registry.PASSKEY_REFUSED.message))

  it('is refused to an unknown user in the words of a wrong password', () =>
    given([])
      .when(signIn)
      .thenThrows((error) => error.message === staffErrors.registry.INVALID_CREDENTIALS.message))

  it('for the first time verifies the address that the password was sent to', () => {
    const before = evolve(initialState(), added)
    expect(before).toMatchObject({ status: 'active', role: 'helper', verified: false })
    expect(evolve(before, signedIn)).toMatchObject({ status: 'active', role: 'helper', verified: true })
  })

  it('of an unknown user changes nothing', () => {
    expect(evolve(initialState(), signedIn)).toEqual({ status: 'absent' })
  })
})

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
