import { describe, expect, it } from 'vitest'
import type { UserEvent } from './events.ts'
import { addedUser as added } from './facts.fixture.ts'
import { evolve, initialState, userStream } from './user-state.ts'

const married = { fullName: 'Becky Sawyer', email: 'becky@example.com' }
const changed: UserEvent = { type: 'ProfileChanged', data: { person: married } }
const factor: UserEvent = { type: 'SecondFactorAdded', data: {} }
const noFactor: UserEvent = { type: 'SecondFactorRemoved', data: {} }
const passkey = (passkeyId: string): UserEvent => ({ type: 'PasskeyAdded', data: { passkeyId, name: 'Phone' } })
const noPasskey: UserEvent = { type: 'PasskeyRemoved', data: { passkeyId: 'p1' } }
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

  it('has a second factor and passkeys until they are removed', () => {
    const [phone, laptop] = [passkey('p1'), passkey('p2')]
    expect(after(added, factor, phone, laptop)).toMatchObject({ secondFactor: true, passkeys: ['p1', 'p2'] })
    expect(after(added, factor, noFactor, phone, laptop, noPasskey)).toMatchObject({
      secondFactor: false,
      passkeys: ['p2'],
    })
  })

  it('has none of these where there is no user', () => {
    for (const event of [factor, noFactor, passkey('p1'), noPasskey]) {
      expect(after(event)).toEqual({ status: 'absent' })
      expect(after(added, { type: 'UserRemoved', data: {} }, event)).toEqual({ status: 'removed' })
    }
  })

  it('has a stream of their own', () => expect(userStream('abc-1')).toBe('user-abc-1'))
})
