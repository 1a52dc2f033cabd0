import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { addedUser, metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { describe, it } from 'vitest'
import {
  addSecondFactorDecider,
  type RemoveSecondFactor,
  removeSecondFactorDecider,
  renewRecoveryCodesDecider,
} from './second-factor.decider.ts'

const given = DeciderSpecification.for(removeSecondFactorDecider)
const adding = DeciderSpecification.for(addSecondFactorDecider)
const added: UserEvent = { type: 'SecondFactorAdded', data: {} }
const removed: UserEvent = { type: 'SecondFactorRemoved', data: {} }
const passkey = (passkeyId: string): UserEvent => ({ type: 'PasskeyAdded', data: { passkeyId, name: 'Phone' } })
const passkeyRemoved = (passkeyId: string): UserEvent => ({ type: 'PasskeyRemoved', data: { passkeyId } })
const gone: UserEvent = { type: 'UserRemoved', data: {} }
const add = { type: 'AddSecondFactor', data: {}, metadata } as const
const remove = (by: string, isHelp = by !== 'becky'): RemoveSecondFactor => ({
  type: 'RemoveSecondFactor',
  data: { id: 'becky', by, isHelp },
  metadata,
})
const says = (code: keyof typeof staffErrors.registry) => (error: Error) =>
  error.message === staffErrors.registry[code].message

describe('a second factor', () => {
  it('is added once', () => adding([addedUser]).when(add).then(added))

  it('is not added beside another', () => adding([addedUser, added]).when(add).thenThrows(says('SECOND_FACTOR_EXISTS')))

  it('is added again after it was removed', () => adding([addedUser, added, removed]).when(add).then(added))

  it('has new recovery codes only while it is there', () => {
    const renewing = DeciderSpecification.for(renewRecoveryCodesDecider)
    const renew = { type: 'RenewRecoveryCodes', data: {}, metadata } as const
    renewing([addedUser, added]).when(renew).then({ type: 'RecoveryCodesRenewed', data: {} })
    for (const without of [[addedUser], [addedUser, added, removed], [addedUser, added, gone]])
      renewing(without).when(renew).thenThrows(says('SECOND_FACTOR_NOT_FOUND'))
  })

  it('is not added to an account that is gone', () =>
    adding([addedUser, gone])
      .when(add)
      .thenThrows((error) => error.message === 'This account no longer exists.'))

  it('is removed by its owner', () => given([addedUser, added]).when(remove('becky')).then([removed]))

  it('is taken away by a TD', () => given([addedUser, added]).when(remove('td')).then([removed]))

  it('is taken away with all passkeys, or they without it; its owner removes it alone', () => {
    given([addedUser, added, passkey('p1'), passkey('p2')])
      .when(remove('td'))
      .then([removed, passkeyRemoved('p1'), passkeyRemoved('p2')])
    given([addedUser, passkey('p1')])
      .when(remove('td'))
      .then([passkeyRemoved('p1')])
    given([addedUser, added, passkey('p1')])
      .when(remove('becky'))
      .then([removed])
    given([addedUser, passkey('p1')])
      .when(remove('becky'))
      .thenThrows(says('SECOND_FACTOR_NOT_FOUND'))
  })

  it('is not taken away from oneself without the password', () =>
    given([addedUser, added]).when(remove('becky', true)).thenThrows(says('OWN_SECOND_FACTOR')))

  it('is not removed twice, nor from an account that is gone', () => {
    given([addedUser, added, removed]).when(remove('td')).thenThrows(says('SECOND_FACTOR_NOT_FOUND'))
    given([addedUser, added, gone]).when(remove('td')).thenThrows(says('USER_NOT_FOUND'))
  })
})
