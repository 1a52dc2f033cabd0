import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { NoticeEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'

const page = 1_000

/** All events of these types about teams of an edition, and what their captains have heard of them, oldest first. */
export async function readTeamHistory(
  log: Pick<EventLog, 'read'>,
  edition: string,
  types: readonly (TeamEvent | NoticeEvent)['type'][],
): Promise<readonly RecordedEvent<TeamEvent | NoticeEvent>[]> {
  const found: RecordedEvent<TeamEvent | NoticeEvent>[] = []
  for (let after = 0; ; ) {
    const events = await log.read({ categories: ['team', 'notice'], types, after, limit: page })
    for (const event of events as readonly RecordedEvent<TeamEvent | NoticeEvent>[])
      if (event.metadata.edition === edition) found.push(event)
    const last = events.at(-1)
    if (!last || events.length < page) return found
    after = last.metadata.position
  }
}
