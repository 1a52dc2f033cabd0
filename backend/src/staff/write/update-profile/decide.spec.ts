import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { type UpdateProfile, updateProfileDecider } from './decide.ts'

const given = DeciderSpecification.for(updateProfileDecider)

const was = { fullName: 'Becky Thatcher', email: 'becky@example.org' }
const married = { fullName: 'Becky Sawyer', email: 'becky@example.org' }
const update = (data: UpdateProfile['data']): UpdateProfile => ({
  type: 'UpdateProfile',
  data,
  metadata: { now: new Date('2025-11-22T18:00:00Z') },
})
const added: UserEvent = {
  type: 'UserAdded',
  data: { person: { username: 'becky', ...was }, role: 'helper', verified: true },
}
const changed = (person: typeof was): UserEvent => ({ type: 'ProfileChanged', data: { person } })

describe('updating the own profile', () => {
  it('records the new name and address', () => given([added]).when(update(married)).then(changed(married)))

  it('records an address that is new alone', () => {
    const moved = { fullName: 'Becky Thatcher', email: 'becky@example.com' }
    given([added]).when(update(moved)).then(changed(moved))
  })

  it('records nothing where nothing is new', () => given([added]).when(update(was)).thenNothingHappened())

  it('compares with what was changed last', () =>
    given([added, changed(married)])
      .when(update(was))
      .then(changed(was)))

  it('is refused to a removed user', () =>
    given([added, { type: 'UserRemoved', data: {} }])
      .when(update(married))
      .thenThrows((error) => error.message === platformErrors.registry.USER_REMOVED.message))
})
