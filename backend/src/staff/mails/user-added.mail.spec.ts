import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { temporaryPassword } from '../secrets/passwords.ts'
import { invitation } from './user-added.mail.ts'

type UserAdded = RecordedEvent<Extract<UserEvent, { type: 'UserAdded' }>>

const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const settings = { authSecret: 'a secret', siteUrl: 'https://ultimate.example', site: 'Thanksgiving Ultimate' }
const added: UserAdded = {
  type: 'UserAdded',
  data: {
    person: { username: 'becky', fullName: 'becky', email: 'becky@example.org' },
    role: 'helper',
    verified: false,
  },
  metadata: {
    position: 4097,
    stream: `user-${id}`,
    version: 1,
    at: new Date('2025-09-01T12:00:00Z'),
    happenedAt: null,
    actor: { kind: 'staff', id: 'tom', name: 'Tom Sawyer', role: 'TD' },
    correlationId: 'c',
    causationId: 'c',
    edition: '2025',
  },
}

describe('The mail to a new member of the staff', () => {
  it('says who invites, where to go, the username and the temporary password', () => {
    const mail = invitation(added, settings)
    expect(mail).toMatchObject({ to: 'becky@example.org', subject: 'Your login for Thanksgiving Ultimate' })
    for (const part of [
      'Tom Sawyer',
      'https://ultimate.example/',
      'becky',
      'helper',
      temporaryPassword('a secret', id),
    ])
      expect(mail?.text).toContain(part)
  })

  it('is the same mail with the same password, however often it is written', () =>
    expect(invitation(added, settings)).toEqual(invitation(added, settings)))

  it('is not written to a forgotten person', () => {
    const person = { username: 'forgotten', fullName: 'Forgotten', email: '' }
    expect(invitation({ ...added, data: { ...added.data, person } }, settings)).toBeNull()
  })
})
