import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { AccessEvent } from '@ultimate/events/staff/events.ts'
import { metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { describe, it } from 'vitest'
import { type RequireSecondFactor, requireSecondFactorDecider } from './require-second-factor.decider.ts'

const given = DeciderSpecification.for(requireSecondFactorDecider)
const rule = (rules: RequireSecondFactor['data']['rules'], hasOwn = true): RequireSecondFactor => ({
  type: 'RequireSecondFactor',
  data: { rules, hasOwn },
  metadata,
})
const required = (role: 'TD' | 'admin' | 'helper'): AccessEvent => ({ type: 'SecondFactorRequired', data: { role } })
const optional = (role: 'TD' | 'admin' | 'helper'): AccessEvent => ({
  type: 'SecondFactorMadeOptional',
  data: { role },
})

describe('requiring a second factor of a role', () => {
  it('records what changes, role by role, highest first', () =>
    given([required('helper')])
      .when(rule({ helper: false, admin: true, TD: true }))
      .then([required('TD'), required('admin'), optional('helper')]))

  it('changes nothing of roles that are not named', () =>
    given([required('helper'), required('TD'), optional('helper')])
      .when(rule({ admin: false, TD: true }))
      .then([]))

  it('is refused to a TD who has none', () =>
    given([])
      .when(rule({ helper: true }, false))
      .thenThrows((error) => error.message === staffErrors.registry.OWN_SECOND_FACTOR_FIRST.message))

  it('is refused to a TD who has none, also where it ends for another role', () =>
    given([required('admin')])
      .when(rule({ admin: false, helper: true }, false))
      .thenThrows((error) => error.message === staffErrors.registry.OWN_SECOND_FACTOR_FIRST.message))

  it('can be ended by a TD who has none', () =>
    given([required('admin')])
      .when(rule({ admin: false }, false))
      .then([optional('admin')]))
})
