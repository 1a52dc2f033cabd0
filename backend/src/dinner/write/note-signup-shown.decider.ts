import type { DisclosureEvent } from '@ultimate/events/dinner/events.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { evolve, initialState, isNewLook, type Looks } from '@ultimate/events/language/look.ts'

export type NoteSignupShown = TimedCommand<
  'NoteSignupShown',
  Looks & { readonly signupId: string; readonly slotId: string }
>

export function noteSignupShown({ data }: NoteSignupShown, state: Looks): DisclosureEvent[] {
  const { signupId, slotId } = data
  return isNewLook(data, state) ? [{ type: 'SignupShown', data: { signupId, slotId } }] : []
}

export const noteSignupShownDecider: Decider<Looks, NoteSignupShown, DisclosureEvent> = {
  decide: noteSignupShown,
  evolve,
  initialState,
}
