import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { ErasureEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { type Erasure, evolve, initialState } from '../erasure.ts'

/** `reason` is what the person is told. */
export type DeclineForgetting = TimedCommand<'DeclineForgetting', { readonly reason: string }>

export function declineForgetting({ data, metadata }: DeclineForgetting, erasure: Erasure): ErasureEvent {
  if (erasure.status !== 'asked' || metadata.now >= erasure.until) return staffErrors.fail('FORGET_REQUEST_NOT_FOUND')
  return { type: 'ForgettingDeclined', data: { reason: data.reason } }
}

export const declineForgettingDecider: StreamDecider<Erasure, DeclineForgetting, ErasureEvent> = {
  decide: declineForgetting,
  evolve,
  initialState,
}
