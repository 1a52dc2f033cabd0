import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import type { MessageEvent } from './events.ts'
import { metadata } from './facts.fixture.ts'
import {
  type CancelMessage,
  cancelMessageDecider,
  evolve,
  type FinishSending,
  finishSendingDecider,
  initialState,
  messageIdOf,
  messageStream,
  type StartSending,
  type SubmitMessage,
  startSendingDecider,
  submitMessageDecider,
} from './message.ts'

const data = { to: ['captains:confirmed'], subject: 'Bring a pen', text: 'Please.', recipients: 2 }
const submitted: MessageEvent = { type: 'MessageSubmitted', data }
const cancelled: MessageEvent = { type: 'MessageCancelled', data: {} }
const started: MessageEvent = { type: 'MessageSendingStarted', data: {} }
const sent: MessageEvent = { type: 'MessageSent', data: { sent: 1, failed: 1 } }
const isError = (code: string) => (error: DomainError) => error.code === code

describe('A message', () => {
  it('waits, is sent, and is done; or it is cancelled', () => {
    const after = (...events: MessageEvent[]) => events.reduce(evolve, initialState()).status
    expect([after(), after(submitted), after(submitted, cancelled)]).toEqual(['unknown', 'waiting', 'cancelled'])
    expect([after(submitted, started), after(submitted, started, sent)]).toEqual(['sending', 'sent'])
    const unknown = { type: 'MessagePinned', data: {} } as unknown as MessageEvent
    expect(after(submitted, unknown)).toBe('waiting')
  })

  it('has a stream of its own', () => {
    expect(messageIdOf(messageStream('abc-1'))).toBe('abc-1')
  })
})

describe('Writing a message', () => {
  const given = DeciderSpecification.for(submitMessageDecider)
  const submit: SubmitMessage = { type: 'SubmitMessage', data, metadata }

  it('lets it wait', () => given([]).when(submit).then([submitted]))

  it('writes none twice, and brings none back: the same id again is a repeated request', () => {
    given([submitted]).when(submit).thenNothingHappened()
    given([submitted, cancelled]).when(submit).thenNothingHappened()
  })

  it('refuses groups that no one is in', () =>
    given([])
      .when({ ...submit, data: { ...data, recipients: 0 } })
      .thenThrows(DomainError, isError('NO_RECIPIENTS')))
})

describe('Cancelling a message', () => {
  const given = DeciderSpecification.for(cancelMessageDecider)
  const cancel: CancelMessage = { type: 'CancelMessage', data: {}, metadata }

  it('ends it as long as it waits, once', () => {
    given([submitted]).when(cancel).then([cancelled])
    given([submitted, cancelled]).when(cancel).thenNothingHappened()
  })

  it('refuses one whose emails leave or have left, or that never was', () => {
    given([submitted, started]).when(cancel).thenThrows(DomainError, isError('MESSAGE_SENT'))
    given([submitted, started, sent]).when(cancel).thenThrows(DomainError, isError('MESSAGE_SENT'))
    given([]).when(cancel).thenThrows(DomainError, isError('MESSAGE_NOT_FOUND'))
  })
})

describe('Sending a message', () => {
  const start: StartSending = { type: 'StartSending', data: {}, metadata }
  const finish: FinishSending = { type: 'FinishSending', data: { sent: 1, failed: 1 }, metadata }

  it('begins once, unless it was cancelled', () => {
    const given = DeciderSpecification.for(startSendingDecider)
    given([submitted]).when(start).then([started])
    given([submitted, started]).when(start).thenNothingHappened()
    given([submitted, cancelled]).when(start).thenNothingHappened()
    given([]).when(start).thenNothingHappened()
  })

  it('ends once', () => {
    const given = DeciderSpecification.for(finishSendingDecider)
    given([submitted, started]).when(finish).then([sent])
    given([submitted, started, sent]).when(finish).thenNothingHappened()
    given([submitted]).when(finish).thenNothingHappened()
  })
})
