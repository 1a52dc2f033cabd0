import { describe, expect, it } from 'vitest'
import { metadata } from '../facts.fixture.ts'
import { type RequestPasswordReset, requestPasswordResetDecider } from './decide.ts'

const { decide, evolve, initialState } = requestPasswordResetDecider
const ask = (userId: string | null): RequestPasswordReset => ({
  type: 'RequestPasswordReset',
  data: { userId },
  metadata,
})

describe('asking for a link to a new password', () => {
  it.each(['becky', null])('is recorded for any address, without it: %s', (userId) => {
    const requested = { type: 'PasswordResetRequested', data: { userId } } as const
    expect(decide(ask(userId), initialState())).toEqual(requested)
    expect(evolve(initialState(), requested)).toEqual({})
  })
})
