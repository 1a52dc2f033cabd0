import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { ForgettingEvent } from '@ultimate/events/staff/events.ts'
import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { metadata } from '../facts.fixture.ts'
import { type ForgetPerson, forgetPersonDecider } from './decide.ts'

const given = DeciderSpecification.for(forgetPersonDecider)
const forget = (data: Partial<ForgetPerson['data']>): ForgetPerson => ({
  type: 'ForgetPerson',
  data: { subjects: ['user-becky/person'], users: ['becky'], by: 'tom', tds: ['tom'], ...data },
  metadata,
})
const forgotten: ForgettingEvent = { type: 'PersonForgotten', data: { subjects: ['user-becky/person'] } }
const { OWN_ACCOUNT, LAST_TD } = staffErrors.registry
const says = (message: string) => (error: Error) => error.message === message

describe('forgetting a person', () => {
  it('records whose data it was, by names that say nothing of them', () => given([]).when(forget({})).then([forgotten]))

  it('records nothing where nobody was found', () =>
    given([])
      .when(forget({ subjects: [], users: [] }))
      .then([]))

  it('is refused for oneself', () =>
    given([])
      .when(forget({ by: 'becky', tds: ['becky', 'tom'] }))
      .thenThrows(says(OWN_ACCOUNT.message)))

  it('is refused for the last TD, also on the command line', () => {
    given([])
      .when(forget({ tds: ['becky'] }))
      .thenThrows(says(LAST_TD.message))
    given([])
      .when(forget({ tds: ['becky'], by: null }))
      .thenThrows(says(LAST_TD.message))
  })

  it('is the same on a site without TDs, and after an earlier one', () => {
    given([forgotten])
      .when(forget({ tds: [] }))
      .then([forgotten])
    expect(forgetPersonDecider.evolve(forgetPersonDecider.initialState(), forgotten)).toEqual({})
  })
})
