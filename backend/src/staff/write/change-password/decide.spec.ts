import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { addedUser as added, metadata } from '../facts.fixture.ts'
import { type ChangePassword, changePasswordDecider } from './decide.ts'

const given = DeciderSpecification.for(changePasswordDecider)

const change: ChangePassword = { type: 'ChangePassword', data: {}, metadata }
const changed: UserEvent = { type: 'PasswordChanged', data: {} }

describe('changing the own password', () => {
  it('is remembered, without the password', () => given([added]).when(change).then(changed))

  it('is remembered every time', () => given([added, changed]).when(change).then(changed))

  it('is refused to a removed user', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(change)
      .thenThrows((error) => error.message === platformErrors.registry.USER_REMOVED.message))
})
