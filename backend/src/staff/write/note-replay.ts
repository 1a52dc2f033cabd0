import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import { type NoteReplay, noteReplayDecider } from './note-replay.decider.ts'

/** Stores the fact that a replay has ended. */
export async function recordReplay(
  commands: CommandHandler,
  data: NoteReplay['data'],
  context: CommandContext,
): Promise<void> {
  const command: NoteReplay = { type: 'NoteReplay', data, metadata: { now: context.now } }
  // The request's key is for its own answer, and this fact is stored after that.
  await commands.handle(noteReplayDecider, { stream: 'replay', command }, { ...context, idempotency: null })
}
