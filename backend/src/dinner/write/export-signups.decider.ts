import type { DisclosureEvent } from '@ultimate/events/dinner/events.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'

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
