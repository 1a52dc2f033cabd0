import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { ForgettingEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

/**
 * `subjects` are whose data is to be forgotten, and `users` the accounts among them. `by` is the user who asks, null for
 * the command line; `tds` are all TDs at this moment.
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

/** Nothing is recorded where nobody was found: that says nothing of anybody. */
export function forgetPerson({ data: { subjects, users, by, tds } }: ForgetPerson): ForgettingEvent[] {
  if (by !== null && users.includes(by)) return staffErrors.fail('OWN_ACCOUNT')
  if (tds.length > 0 && tds.every((td) => users.includes(td))) return staffErrors.fail('LAST_TD')
  return subjects.length === 0 ? [] : [{ type: 'PersonForgotten', data: { subjects: [...subjects] } }]
}

export const forgetPersonDecider: StreamDecider<ForgettingState, ForgetPerson, ForgettingEvent> = {
  decide: forgetPerson,
  evolve: () => state,
  initialState: () => state,
}
