import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import type { UnsubscriptionEvent } from './events.ts'
import { metadata } from './facts.fixture.ts'
import {
  evolve,
  initialState,
  type SubscribeAgain,
  subscribeAgainDecider,
  type Unsubscribe,
  unsubscribeDecider,
  unsubscriptionIdOf,
  unsubscriptionStream,
} from './unsubscription.ts'

const unsubscribed: UnsubscriptionEvent = { type: 'Unsubscribed', data: { mailbox: 'd55157b4863b55ba' } }
const again: UnsubscriptionEvent = { type: 'SubscribedAgain', data: {} }

describe('A mailbox', () => {
  it('unsubscribes once', () => {
    const given = DeciderSpecification.for(unsubscribeDecider)
    const unsubscribe: Unsubscribe = { type: 'Unsubscribe', data: { mailbox: 'd55157b4863b55ba' }, metadata }
    given([]).when(unsubscribe).then([unsubscribed])
    given([unsubscribed]).when(unsubscribe).thenNothingHappened()
  })

  it('subscribes again where it has unsubscribed', () => {
    const given = DeciderSpecification.for(subscribeAgainDecider)
    const subscribe: SubscribeAgain = { type: 'SubscribeAgain', data: {}, metadata }
    given([unsubscribed]).when(subscribe).then([again])
    given([unsubscribed, again]).when(subscribe).thenNothingHappened()
    given([]).when(subscribe).thenNothingHappened()
  })

  it('has a stream for each time that it is out', () => {
    const unknown = { type: 'MailboxMoved', data: {} } as unknown as UnsubscriptionEvent
    expect([unsubscribed, unknown].reduce(evolve, initialState()).status).toBe('unsubscribed')
    expect([unsubscribed, again].reduce(evolve, initialState()).status).toBe('ended')
    expect(unsubscriptionIdOf(unsubscriptionStream('abc-1'))).toBe('abc-1')
  })
})
