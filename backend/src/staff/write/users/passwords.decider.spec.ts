import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { addedUser as added, metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { evolve, initialState } from '@ultimate/events/staff/user.ts'
import { describe, expect, it } from 'vitest'
import {
  type ChangePassword,
  changePasswordDecider,
  type RenewPassword,
  type RequestPasswordReset,
  type ResetPassword,
  renewPasswordDecider,
  requestPasswordResetDecider,
  resetPasswordDecider,
} from './passwords.decider.ts'

describe('changing the own password', () => {
  const given = DeciderSpecification.for(changePasswordDecider)

  const change: ChangePassword = { type: 'ChangePassword', data: {}, metadata }
  const changed: UserEvent = { type: 'PasswordChanged', data: {} }

  it('is remembered, without the password', () => given([added]).when(change).then(changed))

  it('is remembered every time', () => given([added, changed]).when(change).then(changed))

  it('is refused to a removed user', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(change)
      .thenThrows((error) => error.message === platformErrors.registry.USER_REMOVED.message))
})

describe('a new temporary password', () => {
  const given = DeciderSpecification.for(renewPasswordDecider)
  const renew = (id = 'becky'): RenewPassword => ({
    type: 'RenewPassword',
    data: { id, by: 'tom', key: 'k' },
    metadata,
  })
  const made: UserEvent = { type: 'TemporaryPasswordMade', data: { key: 'k' } }
  const refusedAs = (code: keyof typeof staffErrors.registry) => (error: Error) =>
    error.message === staffErrors.registry[code].message

  it('is made for a user, again and again', () => {
    given([added]).when(renew()).then(made)
    given([added, made]).when(renew()).then(made)
  })

  it('is not made for who is no user', () => {
    given([]).when(renew()).thenThrows(refusedAs('USER_NOT_FOUND'))
    given([added, { type: 'UserRemoved', data: {} }])
      .when(renew())
      .thenThrows(refusedAs('USER_NOT_FOUND'))
  })

  it('is not made by TDs for themselves, who would be signed out by it', () =>
    given([added]).when(renew('tom')).thenThrows(refusedAs('OWN_PASSWORD')))

  it('changes nothing else about the user', () => {
    const before = evolve(initialState(), added)
    expect(evolve(before, made)).toEqual(before)
  })
})

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
