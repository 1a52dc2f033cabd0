import { randomUUID } from 'node:crypto'
import type { CommandContext } from '../../../platform/event-store/commands.ts'
import type { Platform } from '../../../platform/module.ts'
import { attemptStream, noteFailedSignInDecider } from './decide.ts'

/**
 * A stream of its own for each, never the user's: it must cost the same whether the user exists or not. How many
 * there can be is bounded by the throttle, which turns the others away before they come here.
 */
export async function recordFailedSignIn(
  platform: Platform,
  userId: string | null,
  context: CommandContext,
): Promise<void> {
  await platform.commands.handle(
    noteFailedSignInDecider,
    {
      stream: attemptStream(randomUUID()),
      command: { type: 'NoteFailedSignIn', data: { userId }, metadata: { now: context.now } },
      startsStream: true,
    },
    // A later attempt under the same key may have the right password.
    { ...context, idempotency: null },
  )
}
