import { DeciderSpecification } from '@ultimate/event-store/emmett.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { ErasureEvent, ForgettingEvent } from '@ultimate/events/staff/events.ts'
import { metadata } from '@ultimate/events/staff/facts.fixture.ts'
import { describe, expect, it } from 'vitest'
import {
  type DeclineForgetting,
  declineForgettingDecider,
  erasureIdOf,
  erasureStream,
  evolve,
  type ForgetPerson,
  forgetPersonDecider,
  initialState,
  type RequestForgetting,
  requestForgettingDecider,
} from './forgetting.decider.ts'

const email = 'becky@example.org'
const asked = (until: string): ErasureEvent => ({ type: 'ForgettingRequested', data: { email, until } })
const open = asked('2025-12-22T18:00:00.000Z')
const over = asked('2025-11-22T18:00:00.000Z')
const declined: ErasureEvent = { type: 'ForgettingDeclined', data: { reason: 'You cook tonight.' } }
const says = (message: string) => (error: Error) => error.message === message

describe('asking to be forgotten', () => {
  const given = DeciderSpecification.for(requestForgettingDecider)
  const ask: RequestForgetting = { type: 'RequestForgetting', data: { email }, metadata }

  it('is recorded with the day on which it ends by itself', () => given([]).when(ask).then([open]))
  it('is recorded once while the answer is awaited', () => given([open]).when(ask).thenNothingHappened())
  it('is known by its stream until it is answered', () => {
    const after = (...events: ErasureEvent[]) => events.reduce(evolve, initialState())
    expect(after()).toEqual({ status: 'none' })
    expect(after(open)).toEqual({ status: 'asked', until: new Date('2025-12-22T18:00:00.000Z') })
    expect(after(open, declined)).toEqual({ status: 'declined' })
    expect([erasureStream('abc-1'), erasureIdOf('erasure-abc-1')]).toEqual(['erasure-abc-1', 'abc-1'])
  })
  it('is recorded again once it has ended, or was declined', () => {
    given([over]).when(ask).then([open])
    given([open, declined]).when(ask).then([open])
  })
})

describe('declining to forget a person', () => {
  const given = DeciderSpecification.for(declineForgettingDecider)
  const decline: DeclineForgetting = { type: 'DeclineForgetting', data: { reason: 'You cook tonight.' }, metadata }

  it('says why', () => given([open]).when(decline).then(declined))
  it.each([[[]], [[over]], [[open, declined]]])('is refused where no request waits for it: %j', (facts) =>
    given(facts as ErasureEvent[])
      .when(decline)
      .thenThrows(says(staffErrors.registry.FORGET_REQUEST_NOT_FOUND.message)),
  )
})

describe('forgetting a person', () => {
  const given = DeciderSpecification.for(forgetPersonDecider)
  const forget = (data: Partial<ForgetPerson['data']>): ForgetPerson => ({
    type: 'ForgetPerson',
    data: { subjects: ['user-becky/person'], users: ['becky'], by: 'tom', tds: ['tom'], ...data },
    metadata,
  })
  const forgotten: ForgettingEvent = { type: 'PersonForgotten', data: { subjects: ['user-becky/person'] } }
  const { OWN_ACCOUNT, LAST_TD } = staffErrors.registry
  const says = (message: string) => (error: Error) => error.message === message

  it('records whose data it was, by names that say nothing of them', () => given([]).when(forget({})).then([forgotten]))

  it('records nothing where no person was found', () =>
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

  it('takes one of several TDs', () =>
    given([])
      .when(forget({ tds: ['becky', 'tom'] }))
      .then([forgotten]))

  it('is the same on a site without TDs, and after an earlier one', () => {
    given([forgotten])
      .when(forget({ tds: [] }))
      .then([forgotten])
    expect(forgetPersonDecider.evolve(forgetPersonDecider.initialState(), forgotten)).toEqual({})
  })
})
