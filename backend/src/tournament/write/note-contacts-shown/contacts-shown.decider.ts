import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { ContactsEvent } from '@ultimate/events/tournament/events.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'

/** `looks` is how many the stream held when the last one in it was found to be over. */
export type NoteContactsShown = TimedCommand<
  'NoteContactsShown',
  { readonly division: Division; readonly teamId: string; readonly looks: number }
>

/** The stream is of one user and one team. */
export type ContactsShownState = { readonly looks: number }

/** Of two requests at once the second one belongs to the look of the first. */
export function noteContactsShown({ data }: NoteContactsShown, state: ContactsShownState): ContactsEvent[] {
  const { division, teamId } = data
  return state.looks > data.looks ? [] : [{ type: 'ContactsShown', data: { division, teams: 1, teamId } }]
}

export const noteContactsShownDecider: Decider<ContactsShownState, NoteContactsShown, ContactsEvent> = {
  decide: noteContactsShown,
  evolve: ({ looks }) => ({ looks: looks + 1 }),
  initialState: () => ({ looks: 0 }),
}
