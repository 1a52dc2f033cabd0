import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { ErasureEvent, ForgettingEvent } from '@ultimate/events/staff/events.ts'

/** A person's request to be forgotten, and whether it waits for an answer. */
type Erasure =
  | { readonly status: 'none' }
  | { readonly status: 'asked'; readonly until: Date }
  | { readonly status: 'declined' }

export const initialState = (): Erasure => ({ status: 'none' })

export function evolve(_: Erasure, event: ErasureEvent): Erasure {
  return event.type === 'ForgettingRequested'
    ? { status: 'asked', until: new Date(event.data.until) }
    : { status: 'declined' }
}

export const erasureStream = (id: string) => `erasure-${id}`
export const erasureIdOf = (stream: string) => stream.slice('erasure-'.length)

/** `email` comes out of a private link that this site mailed there. */
export type RequestForgetting = TimedCommand<'RequestForgetting', { readonly email: string }>

/** A request has to be answered within a month, by law. */
const answerWithinMs = 30 * 24 * 60 * 60 * 1000

/** A second request changes nothing while the first waits for an answer. */
export function requestForgetting({ data, metadata }: RequestForgetting, erasure: Erasure): ErasureEvent[] {
  const { now } = metadata
  if (erasure.status === 'asked' && now < erasure.until) return []
  const until = new Date(now.getTime() + answerWithinMs).toISOString()
  return [{ type: 'ForgettingRequested', data: { email: data.email, until } }]
}

export const requestForgettingDecider: Decider<Erasure, RequestForgetting, ErasureEvent> = {
  decide: requestForgetting,
  evolve,
  initialState,
}

/** `reason` goes into the email to the person. */
export type DeclineForgetting = TimedCommand<'DeclineForgetting', { readonly reason: string }>

export function declineForgetting({ data, metadata }: DeclineForgetting, erasure: Erasure): ErasureEvent {
  if (erasure.status !== 'asked' || metadata.now >= erasure.until) return staffErrors.fail('FORGET_REQUEST_NOT_FOUND')
  return { type: 'ForgettingDeclined', data: { reason: data.reason } }
}

export const declineForgettingDecider: Decider<Erasure, DeclineForgetting, ErasureEvent> = {
  decide: declineForgetting,
  evolve,
  initialState,
}

/**
 * `subjects` own the data that is to be forgotten; `users` are the accounts among them. `by` is the user who asks, null
 * for the command line; `tds` are all TDs at this moment.
 */
export type ForgetPerson = TimedCommand<
  'ForgetPerson',
  {
    readonly subjects: readonly string[]
    readonly users: readonly string[]
    readonly by: string | null
    readonly tds: readonly string[]
  }
>

type ForgettingState = Readonly<Record<string, never>>
const state: ForgettingState = {}

/** Records nothing if no subject was found. */
export function forgetPerson({ data: { subjects, users, by, tds } }: ForgetPerson): ForgettingEvent[] {
  if (by !== null && users.includes(by)) return staffErrors.fail('OWN_ACCOUNT')
  if (tds.length > 0 && tds.every((td) => users.includes(td))) return staffErrors.fail('LAST_TD')
  return subjects.length === 0 ? [] : [{ type: 'PersonForgotten', data: { subjects: [...subjects] } }]
}

export const forgetPersonDecider: Decider<ForgettingState, ForgetPerson, ForgettingEvent> = {
  decide: forgetPerson,
  evolve: () => state,
  initialState: () => state,
}
