import type { Division } from '@ultimate/events/tournament/team.ts'
import type { RequestContext } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { noteContactsShownDecider } from './decide.ts'

/** What this process has recorded, by user and division: the store is asked once in an hour. */
type Remembered = Map<string, string>

/**
 * Recorded before the answer leaves. A GET may do that: it records what was read, and changes nothing for the caller.
 */
export function contactNotes({ commands }: Pick<Platform, 'commands'>) {
  const remembered: Remembered = new Map()
  return async ({ user, command: context }: RequestContext, division: Division, teams: number): Promise<void> => {
    if (!user || teams === 0) return
    const who = `${user.id}.${division}`
    const hour = context.now.toISOString().slice(0, 13)
    if (remembered.get(who) === hour) return
    await commands.handle(
      noteContactsShownDecider,
      {
        stream: `contacts-${who}.${hour}`,
        command: { type: 'NoteContactsShown', data: { division, teams }, metadata: { now: context.now } },
      },
      { ...context, idempotency: null },
    )
    remembered.set(who, hour)
  }
}
export type NoteContacts = ReturnType<typeof contactNotes>
