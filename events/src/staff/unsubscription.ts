import type { Decider, TimedCommand } from '../language/command.ts'
import type { UnsubscriptionEvent } from './events.ts'

/** A time in which a mailbox gets no messages of staff: each unsubscription begins a new stream. */
export type UnsubscriptionState = { readonly status: 'unknown' | 'unsubscribed' | 'ended'; readonly mailbox: string }

export const initialState = (): UnsubscriptionState => ({ status: 'unknown', mailbox: '' })

export function evolve(state: UnsubscriptionState, event: UnsubscriptionEvent): UnsubscriptionState {
  switch (event.type) {
    case 'Unsubscribed':
      return { status: 'unsubscribed', mailbox: event.data.mailbox }
    case 'SubscribedAgain':
      return { ...state, status: 'ended' }
    default:
      return state
  }
}

export const unsubscriptionStream = (id: string): string => `unsubscription-${id}`

export const unsubscriptionIdOf = (stream: string): string => stream.slice('unsubscription-'.length)

/** `mailbox` is a digest, which names no one. */
export type Unsubscribe = TimedCommand<'Unsubscribe', { readonly mailbox: string }>

export function unsubscribe({ data }: Unsubscribe, { status }: UnsubscriptionState): UnsubscriptionEvent[] {
  return status === 'unknown' ? [{ type: 'Unsubscribed', data }] : []
}

export const unsubscribeDecider: Decider<UnsubscriptionState, Unsubscribe, UnsubscriptionEvent> = {
  decide: unsubscribe,
  evolve,
  initialState,
}

export type SubscribeAgain = TimedCommand<'SubscribeAgain'>

export function subscribeAgain(_: SubscribeAgain, { status }: UnsubscriptionState): UnsubscriptionEvent[] {
  return status === 'unsubscribed' ? [{ type: 'SubscribedAgain', data: {} }] : []
}

export const subscribeAgainDecider: Decider<UnsubscriptionState, SubscribeAgain, UnsubscriptionEvent> = {
  decide: subscribeAgain,
  evolve,
  initialState,
}
