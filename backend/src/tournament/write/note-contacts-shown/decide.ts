import type { ContactsEvent } from '@ultimate/events/tournament/events.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'

/** `teams` is how many captains' phones and addresses are shown. */
export type NoteContactsShown = TimedCommand<'NoteContactsShown', { division: Division; teams: number }>

/** The stream is of one person, one division and one hour: it holds one fact or none. */
export type ContactsShownState = { readonly isNoted: boolean }

/** An open screen asks again at every change; once in an hour is enough to know who saw them. */
export function noteContactsShown({ data: { division, teams } }: NoteContactsShown, state: ContactsShownState) {
  const fact: ContactsEvent = { type: 'ContactsShown', data: { division, teams } }
  return state.isNoted || teams === 0 ? [] : [fact]
}

export const noteContactsShownDecider: StreamDecider<ContactsShownState, NoteContactsShown, ContactsEvent> = {
  decide: noteContactsShown,
  evolve: () => ({ isNoted: true }),
  initialState: () => ({ isNoted: false }),
}
