import type { CommandContext } from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { type Looks, lookMs } from '@ultimate/events/language/look.ts'
import type { Platform } from './module.ts'

/** A user's look at a person's contact data. */
interface Look<C extends TimedCommand, E extends Event> {
  /** The stream of the looks of this user at this person. */
  readonly stream: string
  readonly decider: Decider<Looks, C, E>
  /** Makes the command. `looks` is the number of earlier looks. */
  readonly commandFor: (looks: number) => C
}

/**
 * Records that a user looks at a person's contact data, before the answer is sent. Several reads in an hour are one
 * look. A GET may record a look, because that changes nothing for the caller.
 */
export async function noteLook<C extends TimedCommand, E extends Event>(
  { commands, log }: Pick<Platform, 'commands' | 'log'>,
  { stream, decider, commandFor }: Look<C, E>,
  context: CommandContext,
): Promise<void> {
  const [last] = await log.read({ stream, newestFirst: true, limit: 1 })
  if (last && context.now.getTime() - last.metadata.at.getTime() < lookMs) return
  const command = commandFor(last?.metadata.version ?? 0)
  await commands.handle(decider, { stream, command }, { ...context, idempotency: null })
}
