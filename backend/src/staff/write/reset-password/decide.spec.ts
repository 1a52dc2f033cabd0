import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { addedUser as added, metadata } from '../facts.fixture.ts'
import { evolve, initialState } from '../user.ts'
import { type ResetPassword, resetPasswordDecider } from './decide.ts'

const given = DeciderSpecification.for(resetPasswordDecider)
const reset: ResetPassword = { type: 'ResetPassword', data: { withRecoveryCode: false }, metadata }
const facts: UserEvent[] = [
  { type: 'PasswordReset', data: {} },
  { type: 'UserSignedIn', data: { passkeyId: null } },
]

describe('a new password by a mailed link', () => {
  it('is remembered without the password, and signs the user in', () => given([added]).when(reset).then(facts))

  it('shows that the address is theirs', () =>
    expect([added, ...facts].reduce(evolve, initialState())).toMatchObject({ status: 'active', verified: true }))

  it('is refused to a removed user, as any link that has ended', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(reset)
      .thenThrows((error) => error.message === staffErrors.registry.RESET_LINK_INVALID.message))
})
