import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Role } from '@ultimate/events/language/roles.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { AccessEvent } from '@ultimate/events/staff/events.ts'
import { metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { describe, expect, it } from 'vitest'
import { signInRules } from '../../read/users.view.ts'
import {
  evolve,
  initialState,
  type RequireSecondFactor,
  requireSecondFactorDecider,
} from './require-second-factor.decider.ts'

const given = DeciderSpecification.for(requireSecondFactorDecider)
const rule = (rules: RequireSecondFactor['data']['rules'], hasOwn = true): RequireSecondFactor => ({
  type: 'RequireSecondFactor',
  data: { rules, hasOwn },
  metadata,
})
const required = (role: Role): AccessEvent => ({ type: 'SecondFactorRequired', data: { role } })
const optional = (role: Role): AccessEvent => ({
  type: 'SecondFactorMadeOptional',
  data: { role },
})
const unknown = { type: 'GateRemoved', data: {} } as unknown as AccessEvent
const after = (...events: AccessEvent[]) => events.reduce(evolve, initialState()).required

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

describe('Access', () => {
  it('needs a second factor of no role at first', () => expect(after()).toEqual([]))

  it('needs one of the roles that are named, highest first, until it is left to them', () => {
    expect(after(required('helper'), required('TD'), required('helper'))).toEqual(['TD', 'helper'])
    expect(after(required('helper'), required('TD'), optional('helper'))).toEqual(['TD'])
    expect(after(optional('helper'))).toEqual([])
  })

  it('is not touched by an unknown fact', () => expect(after(required('admin'), unknown)).toEqual(['admin']))
})

describe('The row of a rule for signing in', () => {
  const recorded = (event: AccessEvent) => event as RecordedEvent<AccessEvent>
  const row = { id: 'admin', second_factor: true } as const

  it('is there while a role needs a second factor', () => {
    expect(signInRules.rowsOf(recorded(required('admin')))).toBe('admin')
    expect(signInRules.evolve(null, recorded(required('admin')))).toEqual(row)
    expect(signInRules.evolve(row, recorded(optional('admin')))).toBeNull()
    expect(signInRules.evolve(row, recorded(unknown))).toEqual(row)
  })
})
