import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import { sendAs, withoutKey } from '../../platform/commands.ts'
import { type NoteReplay, noteReplayDecider } from './note-replay.decider.ts'

/** Stores the fact that a replay has ended. */
export async function recordReplay(
  commands: CommandHandler,
  data: NoteReplay['data'],
  context: CommandContext,
): Promise<void> {
  // The request's key is for its own answer, and this fact is stored after that.
  await sendAs(commands, context)(noteReplayDecider, 'replay', { type: 'NoteReplay', data }, withoutKey)
}
