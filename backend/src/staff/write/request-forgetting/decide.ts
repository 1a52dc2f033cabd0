import type { ErasureEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { type Erasure, evolve, initialState } from '../erasure.ts'

/** `email` comes out of a private link that this site mailed there. */
export type RequestForgetting = TimedCommand<'RequestForgetting', { readonly email: string }>

/** The law gives a month to answer. */
const answerWithinMs = 30 * 24 * 60 * 60 * 1000

/** Asking again while an answer is awaited changes nothing. */
export function requestForgetting({ data, metadata }: RequestForgetting, erasure: Erasure): ErasureEvent[] {
  const { now } = metadata
  if (erasure.status === 'asked' && now < erasure.until) return []
  const until = new Date(now.getTime() + answerWithinMs).toISOString()
  return [{ type: 'ForgettingRequested', data: { email: data.email, until } }]
}

export const requestForgettingDecider: StreamDecider<Erasure, RequestForgetting, ErasureEvent> = {
  decide: requestForgetting,
  evolve,
  initialState,
}
