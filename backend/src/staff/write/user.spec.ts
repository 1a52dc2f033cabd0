import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { addedUser as added } from './facts.fixture.ts'
import { evolve, initialState, userStream } from './user.ts'

const married = { fullName: 'Becky Sawyer', email: 'becky@example.com' }
const changed: UserEvent = { type: 'ProfileChanged', data: { person: married } }
const after = (...events: UserEvent[]) => events.reduce(evolve, initialState())

describe('A user', () => {
  it('is there with role, name and address once added', () => {
    expect(after()).toEqual({ status: 'absent' })
    expect(after(added)).toEqual({
      status: 'active',
      role: 'helper',
      secondFactor: false,
      passkeys: [],
      verified: false,
      profile: { fullName: 'Becky Thatcher', email: 'becky@example.org' },
    })
    expect(after(added, changed)).toMatchObject({ status: 'active', role: 'helper', profile: married })
  })

  it('is not made by a fact about them, nor touched by a fact that decisions do not ask about', () => {
    expect(after(changed)).toEqual({ status: 'absent' })
    expect(after(added, { type: 'PasswordChanged', data: {} })).toEqual(after(added))
  })

  it('has a stream of their own', () => expect(userStream('abc-1')).toBe('user-abc-1'))
})
