import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { addedUser, metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { describe, it } from 'vitest'
import { type AddPasskey, addPasskeyDecider, type RemovePasskey, removePasskeyDecider } from './passkeys.decider.ts'

const adding = DeciderSpecification.for(addPasskeyDecider)
const removing = DeciderSpecification.for(removePasskeyDecider)
const added = (passkeyId: string): UserEvent => ({ type: 'PasskeyAdded', data: { passkeyId, name: 'Phone' } })
const removed = (passkeyId: string): UserEvent => ({ type: 'PasskeyRemoved', data: { passkeyId } })
const gone: UserEvent = { type: 'UserRemoved', data: {} }
const add: AddPasskey = { type: 'AddPasskey', data: { passkeyId: 'new', name: 'Phone' }, metadata }
const remove = (passkeyId: string): RemovePasskey => ({ type: 'RemovePasskey', data: { passkeyId }, metadata })
const says = (message: string) => (error: Error) => error.message === message
const { TOO_MANY_PASSKEYS, PASSKEY_NOT_FOUND } = staffErrors.registry
const many = (count: number) => Array.from({ length: count }, (_, index) => added(`p${index}`))

describe('a passkey', () => {
  it('is added beside others, up to 20', () => {
    adding([addedUser]).when(add).then(added('new'))
    adding([addedUser, ...many(19)])
      .when(add)
      .then(added('new'))
    adding([addedUser, ...many(20)])
      .when(add)
      .thenThrows(says(TOO_MANY_PASSKEYS.message))
    adding([addedUser, ...many(20), removed('p3')])
      .when(add)
      .then(added('new'))
  })

  it('is not added to an account that is gone', () =>
    adding([addedUser, gone]).when(add).thenThrows(says(platformErrors.registry.USER_REMOVED.message)))

  it('is removed once, by whose it is', () => {
    removing([addedUser, added('p1')])
      .when(remove('p1'))
      .then(removed('p1'))
    for (const facts of [[addedUser], [addedUser, added('p1'), removed('p1')], [addedUser, added('p1'), gone], []])
      removing(facts).when(remove('p1')).thenThrows(says(PASSKEY_NOT_FOUND.message))
  })
})
