import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { type AddUser, addUserDecider } from './decide.ts'

const given = DeciderSpecification.for(addUserDecider)

const data = {
  person: { username: 'becky', fullName: 'Becky Thatcher', email: 'becky@example.org' },
  role: 'helper',
  verified: false,
} as const

const addUser: AddUser = { type: 'AddUser', data, metadata: { now: new Date('2025-11-22T18:00:00Z') } }
const added: UserEvent = { type: 'UserAdded', data }

describe('adding a user', () => {
  it('adds a new user', () => given([]).when(addUser).then(added))

  it('adds no user twice: the same id again is a repeated request', () =>
    given([added]).when(addUser).thenNothingHappened())

  it('brings no removed user back', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(addUser)
      .thenThrows((error) => error.message === staffErrors.registry.USER_NOT_FOUND.message))
})
