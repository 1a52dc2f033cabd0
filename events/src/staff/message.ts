import type { Decider, TimedCommand } from '../language/command.ts'
import { defineErrors } from '../language/domain-error.ts'
import type { MessageEvent } from './events.ts'

/** The groups of people that a message can be sent to; `volunteers:<slot id>` names the volunteers of one slot. */
export const messageGroups = [
  'captains:confirmed',
  'captains:waitlist',
  'captains:unpaid',
  'captains:without-dishes',
  'volunteers',
] as const

/** Maximum characters of a message. */
export const maxSubject = 150
export const maxMessage = 10_000

export const messageErrors = /* @__PURE__ */ defineErrors({
  MESSAGE_NOT_FOUND: { status: 404, message: 'There is no such message.' },
  MESSAGE_SENT: { status: 409, message: 'It is too late to cancel this message: its emails are being sent.' },
  NO_RECIPIENTS: { status: 422, message: 'No one is in these groups. Please choose others.' },
  UNSUBSCRIBE_LINK_INVALID: { status: 422, message: 'This link is not complete. Please open it from the email again.' },
})

/** `sending` from when the first email may have left, `sent` once each has left or failed. */
export const messageStatuses = ['waiting', 'sending', 'sent'] as const

/** The state that decisions about one message need. */
export type MessageState = {
  readonly status: 'unknown' | 'cancelled' | (typeof messageStatuses)[number]
  readonly subject: string
}

export const initialState = (): MessageState => ({ status: 'unknown', subject: '' })

export function evolve(state: MessageState, event: MessageEvent): MessageState {
  switch (event.type) {
    case 'MessageSubmitted':
      return { status: 'waiting', subject: event.data.subject }
    case 'MessageCancelled':
      return { ...state, status: 'cancelled' }
    case 'MessageSendingStarted':
      return { ...state, status: 'sending' }
    case 'MessageSent':
      return { ...state, status: 'sent' }
    default:
      return state
  }
}

export const messageStream = (id: string): string => `message-${id}`

export const messageIdOf = (stream: string): string => stream.slice('message-'.length)

export type SubmitMessage = TimedCommand<
  'SubmitMessage',
  { readonly to: string[]; readonly subject: string; readonly text: string; readonly recipients: number }
>

/** A repeated request has the same id, and changes nothing. */
export function submitMessage({ data }: SubmitMessage, { status }: MessageState): MessageEvent[] {
  if (status !== 'unknown') return []
  if (data.recipients === 0) refuseGroups()
  return [{ type: 'MessageSubmitted', data }]
}

/** Throws the error for groups that have no people. The form shows its message under the field `to`. */
export const refuseGroups = (): never =>
  messageErrors.fail('NO_RECIPIENTS', { to: messageErrors.registry.NO_RECIPIENTS.message })

export const submitMessageDecider: Decider<MessageState, SubmitMessage, MessageEvent> = {
  decide: submitMessage,
  evolve,
  initialState,
}

export type CancelMessage = TimedCommand<'CancelMessage'>

/** Cancels a message until its first email may have left. */
export function cancelMessage(_: CancelMessage, { status }: MessageState): MessageEvent[] {
  if (status === 'unknown') messageErrors.fail('MESSAGE_NOT_FOUND')
  if (status === 'sending' || status === 'sent') messageErrors.fail('MESSAGE_SENT')
  return status === 'waiting' ? [{ type: 'MessageCancelled', data: {} }] : []
}

export const cancelMessageDecider: Decider<MessageState, CancelMessage, MessageEvent> = {
  decide: cancelMessage,
  evolve,
  initialState,
}

export type StartSending = TimedCommand<'StartSending'>

/** Is recorded before the first email leaves, so that no one cancels a message that is on its way. */
export function startSending(_: StartSending, { status }: MessageState): MessageEvent[] {
  return status === 'waiting' ? [{ type: 'MessageSendingStarted', data: {} }] : []
}

export const startSendingDecider: Decider<MessageState, StartSending, MessageEvent> = {
  decide: startSending,
  evolve,
  initialState,
}

export type FinishSending = TimedCommand<'FinishSending', { readonly sent: number; readonly failed: number }>

/** Is recorded once each of its emails has left or failed. */
export function finishSending({ data }: FinishSending, { status }: MessageState): MessageEvent[] {
  return status === 'sending' ? [{ type: 'MessageSent', data }] : []
}

export const finishSendingDecider: Decider<MessageState, FinishSending, MessageEvent> = {
  decide: finishSending,
  evolve,
  initialState,
}
