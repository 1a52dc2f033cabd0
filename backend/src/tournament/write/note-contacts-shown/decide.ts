import type { ContactsEvent } from '@ultimate/events/tournament/events.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

/** `teams` is how many captains' phones and addresses are shown. */
export type NoteContactsShown = TimedCommand<'NoteContactsShown', { division: Division; teams: number }>

/** The stream is of one person, one division and one hour: it holds one fact or none. */
export type ContactsShownState = { readonly isTold: boolean }

/** A screen that is open asks again at every change; once in an hour is enough to know who saw them. */
export const notingContactsShown: StreamDecider<ContactsShownState, NoteContactsShown, ContactsEvent> = {
  decide: ({ data: { division, teams } }, { isTold }) =>
    isTold || teams === 0 ? [] : { type: 'ContactsShown', data: { division, teams } },
  evolve: () => ({ isTold: true }),
  initialState: () => ({ isTold: false }),
}
