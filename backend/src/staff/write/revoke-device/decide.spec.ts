import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { addedUser as added, metadata } from '../facts.fixture.ts'
import { evolve, initialState } from '../user.ts'
import { type RevokeDevice, revokeDeviceDecider } from './decide.ts'

const given = DeciderSpecification.for(revokeDeviceDecider)
const signOut: RevokeDevice = { type: 'RevokeDevice', data: { deviceId: 'phone' }, metadata }
const signedOut: UserEvent = { type: 'DeviceSignedOut', data: { deviceId: 'phone' } }

describe('signing a device out', () => {
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
