import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { type Person, staffEvents, type UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { identityKey, type UserRow, users } from './users.view.ts'

const id = '0199f1d0-0000-7000-8000-000000000001'

function fold(...events: UserEvent[]): UserRow | null {
  return events.reduce<UserRow | null>((row, event, index) => users.evolve(row, recorded(event, index + 1)), null)
}

function recorded(event: UserEvent, version: number): RecordedEvent<UserEvent> {
  const metadata = {
    position: version,
    stream: `user-${id}`,
    version,
    at: new Date('2025-11-22T18:00:00Z'),
    happenedAt: null,
    actor: { kind: 'system', id: 'start', name: null, role: null },
    correlationId: 'c',
    causationId: 'c',
    edition: '2025',
  } as const
  return { ...event, metadata } as RecordedEvent<UserEvent>
}

const added: UserEvent = {
  type: 'UserAdded',
  data: {
    person: { username: 'Becky', fullName: 'Becky Thatcher', email: 'Becky@Example.org' },
    role: 'helper',
    verified: false,
  },
}

const signedIn = (passkeyId: string | null): UserEvent => ({ type: 'UserSignedIn', data: { passkeyId } })
const passkey = (passkeyId: string): UserEvent => ({
  type: 'PasskeyAdded',
  data: { passkeyId, name: `${passkeyId}’s` },
})

describe('the list of users', () => {
  it('shows a user as they were added, and keeps what makes them unique', () => {
    expect(fold(added)).toEqual({
      id,
      has_second_factor: false,
      passkeys: [],
      username: 'Becky',
      full_name: 'Becky Thatcher',
      email: 'Becky@Example.org',
      role: 'helper',
      is_verified: false,
      username_key: 'becky',
      email_key: 'becky@example.org',
    })
  })

  it('shows them verified after their first sign-in', () => {
    expect(fold(added, signedIn(null))).toMatchObject({ is_verified: true })
  })

  it('is left as it is by later sign-ins', () => {
    const row = fold(added, signedIn(null))
    expect(users.evolve(row, recorded(signedIn(null), 3))).toBe(row)
  })

  it('knows their passkeys, and when each let them in last', () => {
    const at = '2025-11-22T18:00:00.000Z'
    const both = fold(added, passkey('p1'), passkey('p2'), signedIn('p2'))
    expect(both).toMatchObject({
      is_verified: true,
      passkeys: [
        { id: 'p1', name: 'p1’s', at, lastUsed: null },
        { id: 'p2', name: 'p2’s', at, lastUsed: at },
      ],
    })
    const removed: UserEvent = { type: 'PasskeyRemoved', data: { passkeyId: 'p1' } }
    expect(fold(added, passkey('p1'), passkey('p2'), removed)?.passkeys.map(({ id }) => id)).toEqual(['p2'])
  })

  it('follows their name and address, and lets them go', () => {
    const changed: UserEvent = {
      type: 'ProfileChanged',
      data: { person: { fullName: 'Becky Sawyer', email: 'Sawyer@Example.org' } },
    }
    expect(fold(added, changed)).toEqual({
      ...fold(added),
      full_name: 'Becky Sawyer',
      email: 'Sawyer@Example.org',
      email_key: 'sawyer@example.org',
    })
    expect(fold(changed)).toBeNull()
    expect(fold(added, { type: 'UserRemoved', data: {} })).toBeNull()
    expect(fold(added, { type: 'PasswordChanged', data: {} })).toEqual(fold(added))
  })

  it('says who has a second factor', () => {
    const withFactor: UserEvent = { type: 'SecondFactorAdded', data: {} }
    const withoutFactor: UserEvent = { type: 'SecondFactorRemoved', data: {} }
    expect(fold(added, withFactor)).toMatchObject({ has_second_factor: true })
    expect(fold(added, withFactor, withoutFactor)).toEqual(fold(added))
    expect(fold(withFactor)).toBeNull()
    expect(fold(withoutFactor)).toBeNull()
  })

  it('has each name and each address once', () => {
    expect(users.rowsOf(recorded(added, 1))).toBe(id)
    expect(users.conflicts).toEqual({
      [`${users.table}_username`]: 'USERNAME_TAKEN',
      [`${users.table}_email`]: 'EMAIL_TAKEN',
    })
  })

  it('leaves room for any number of people who have been forgotten', () => {
    const forgotten = staffEvents.UserAdded.personal?.['person']?.forgotten as Person
    const row = fold({ type: 'UserAdded', data: { person: forgotten, role: 'helper', verified: true } })
    expect(row).toMatchObject({ full_name: 'Forgotten', username_key: null, email_key: null })
  })
})

describe('the key of a name', () => {
  it.each([
    ['TD', 'td'],
    ['Straße', 'STRASSE'],
    ['Ｔｄ', 'td'],
    ['José', 'JOSE\u0301'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ])('is the same for %s and %s', (one, other) => expect(identityKey(one)).toBe(identityKey(other)))

  it('differs for different names', () => expect(identityKey('becky')).not.toBe(identityKey('beckie')))
})
