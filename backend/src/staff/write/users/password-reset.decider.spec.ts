import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { addedUser as added, metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { evolve, initialState } from '@ultimate/events/staff/user-state.ts'
import { describe, expect, it } from 'vitest'
import {
  type RequestPasswordReset,
  type ResetPassword,
  requestPasswordResetDecider,
  resetPasswordDecider,
} from './password-reset.decider.ts'

describe('asking for a link to a new password', () => {
  const { decide, evolve, initialState } = requestPasswordResetDecider
  const ask = (userId: string | null): RequestPasswordReset => ({
    type: 'RequestPasswordReset',
    data: { userId },
    metadata,
  })

  it.each(['becky', null])('is recorded for any address, without it: %s', (userId) => {
    const requested = { type: 'PasswordResetRequested', data: { userId } } as const
    expect(decide(ask(userId), initialState())).toEqual(requested)
    expect(evolve(initialState(), requested)).toEqual({})
  })
})

describe('a new password by a mailed link', () => {
  const given = DeciderSpecification.for(resetPasswordDecider)
  const reset: ResetPassword = { type: 'ResetPassword', data: { withRecoveryCode: false }, metadata }
  const facts: UserEvent[] = [
    { type: 'PasswordReset', data: {} },
    { type: 'UserSignedIn', data: { passkeyId: null } },
  ]

  it('is remembered without the password, and signs the user in', () => given([added]).when(reset).then(facts))

  it('shows that the address is theirs', () =>
    expect([added, ...facts].reduce(evolve, initialState())).toMatchObject({ status: 'active', verified: true }))

  it('is refused to a removed user, as any link that has ended', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(reset)
      .thenThrows((error) => error.message === staffErrors.registry.RESET_LINK_INVALID.message))
})
