import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { type Team, teamStream } from '@ultimate/events/tournament/team-state.ts'

/** How many commands of one request run at once, so that other requests get their turn in between. */
const atOnce = 32

interface ForEach<C extends TimedCommand> {
  readonly decider: Decider<Team, C, TeamEvent>
  readonly command: C
}

/** One command for each of these teams, which are all known; gives how many of them it changed. */
export async function toEachTeam<C extends TimedCommand>(
  commands: CommandHandler,
  { decider, command }: ForEach<C>,
  [first = '', ...others]: readonly string[],
  context: CommandContext,
): Promise<number> {
  const isChanged = async (id: string, as: CommandContext): Promise<boolean> =>
    (await commands.handle(decider, { stream: teamStream(id), command }, as)).outcome !== 'unchanged'
  // The request's key belongs to its first command.
  const keyless = { ...context, idempotency: null }
  const results = [await isChanged(first, context)]
  for (let index = 0; index < others.length; index += atOnce) {
    const group = others.slice(index, index + atOnce)
    results.push(...(await Promise.all(group.map((id) => isChanged(id, keyless)))))
  }
  return results.filter(Boolean).length
}
