import type { Decider, TimedCommand } from '../language/command.ts'
import { evolve, initialState, isNewLook, type Looks } from '../language/look.ts'
import type { DisclosureEvent } from './events.ts'

export type NoteSignupShown = TimedCommand<
  'NoteSignupShown',
  Looks & { readonly signupId: string; readonly slotId: string }
>

/** Records that a user looked at the contact data of a sign-up. */
export function noteSignupShown({ data }: NoteSignupShown, state: Looks): DisclosureEvent[] {
  const { signupId, slotId } = data
  return isNewLook(data, state) ? [{ type: 'SignupShown', data: { signupId, slotId } }] : []
}

export const noteSignupShownDecider = { decide: noteSignupShown, evolve, initialState }

/** `signups` is the number of sign-ups in the file. */
export type ExportSignups = TimedCommand<'ExportSignups', { signups: number }>

/** Records every export, also of an empty list: contact data has left the site each time. */
export function exportSignups({ data }: ExportSignups): DisclosureEvent {
  return { type: 'SignupsExported', data: { signups: data.signups, format: 'csv' } }
}

export const exportSignupsDecider: Decider<null, ExportSignups, DisclosureEvent> = {
  decide: exportSignups,
  evolve: () => null,
  initialState: () => null,
}
