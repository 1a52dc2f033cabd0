import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { evolve, initialState, isNewLook, type Looks } from '@ultimate/events/language/look.ts'
import type { ContactsEvent } from '@ultimate/events/tournament/events.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'

export type NoteContactsShown = TimedCommand<
  'NoteContactsShown',
  Looks & { readonly division: Division; readonly teamId: string }
>

export function noteContactsShown({ data }: NoteContactsShown, state: Looks): ContactsEvent[] {
  const { division, teamId } = data
  return isNewLook(data, state) ? [{ type: 'ContactsShown', data: { division, teams: 1, teamId } }] : []
}

export const noteContactsShownDecider: Decider<Looks, NoteContactsShown, ContactsEvent> = {
  decide: noteContactsShown,
  evolve,
  initialState,
}
