import type { DisclosureEvent } from '@ultimate/events/dinner/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

/** `signups` is how many the file holds. */
export type ExportSignups = TimedCommand<'ExportSignups', { signups: number }>

/** Records every export, also of an empty list: contact data has left the site each time. */
export function exportSignups({ data }: ExportSignups): DisclosureEvent {
  return { type: 'SignupsExported', data: { signups: data.signups, format: 'csv' } }
}

export const exportSignupsDecider: StreamDecider<null, ExportSignups, DisclosureEvent> = {
  decide: exportSignups,
  evolve: () => null,
  initialState: () => null,
}
