import type { DisclosureEvent } from '@ultimate/events/dinner/events.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { CommandContext, CommandHandler } from '../../platform/event-store/commands.ts'

export type NoteSignupShown = TimedCommand<'NoteSignupShown', { readonly signupId: string; readonly slotId: string }>

/** The stream is of one user, one sign-up and one minute: it holds one fact or none. */
export type SignupShownState = { readonly isNoted: boolean }

/** A screen reads once when it is opened; a request that is sent again because its answer was lost is the same look. */
export function noteSignupShown({ data }: NoteSignupShown, { isNoted }: SignupShownState): DisclosureEvent[] {
  return isNoted ? [] : [{ type: 'SignupShown', data }]
}

export const noteSignupShownDecider: Decider<SignupShownState, NoteSignupShown, DisclosureEvent> = {
  decide: noteSignupShown,
  evolve: () => ({ isNoted: true }),
  initialState: () => ({ isNoted: false }),
}

/** Recorded before the answer leaves. A GET may do that: it records what was read, and changes nothing for the caller. */
export async function noteLook(
  commands: CommandHandler,
  data: NoteSignupShown['data'],
  context: CommandContext,
): Promise<void> {
  const stream = `disclosure-${context.actor.id}.${data.signupId}.${context.now.toISOString().slice(0, 16)}`
  const command: NoteSignupShown = { type: 'NoteSignupShown', data, metadata: { now: context.now } }
  await commands.handle(noteSignupShownDecider, { stream, command }, { ...context, idempotency: null })
}
