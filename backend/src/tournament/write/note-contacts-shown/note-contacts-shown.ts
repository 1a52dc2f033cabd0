import type { Division } from '@ultimate/events/tournament/team.ts'
import type { CommandContext } from '../../../platform/event-store/commands.ts'
import type { Platform } from '../../../platform/module.ts'
import { type NoteContactsShown, noteContactsShownDecider } from './contacts-shown.decider.ts'

/** An open page reads again at every change, and when it is reloaded: that is the same look for so long. */
const lookMs = 60 * 60_000

/**
 * Recorded before the answer leaves. A GET may do that: it records what was read, and changes nothing for the caller.
 */
export async function noteLook(
  { commands, log }: Pick<Platform, 'commands' | 'log'>,
  team: { readonly id: string; readonly division: Division },
  { by, context }: { readonly by: string; readonly context: CommandContext },
): Promise<void> {
  const stream = `contacts-${by}.${team.id}`
  const [last] = await log.read({ stream, newestFirst: true, limit: 1 })
  if (last && context.now.getTime() - last.metadata.at.getTime() < lookMs) return
  const data = { division: team.division, teamId: team.id, looks: last?.metadata.version ?? 0 }
  const command: NoteContactsShown = { type: 'NoteContactsShown', data, metadata: { now: context.now } }
  await commands.handle(noteContactsShownDecider, { stream, command }, { ...context, idempotency: null })
}
