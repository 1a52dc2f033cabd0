import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PublishedByStaff } from '@ultimate/events/staff/published.ts'
import type { NoticeEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'

const page = 1_000

type HistoryEvent = TeamEvent | NoticeEvent | PublishedByStaff

/** All events of these types about teams of an edition, its settings, and what captains have heard, oldest first. */
export async function readTeamHistory(
  log: Pick<EventLog, 'read'>,
  edition: string,
  types: readonly HistoryEvent['type'][],
): Promise<readonly RecordedEvent<HistoryEvent>[]> {
  const found: RecordedEvent<HistoryEvent>[] = []
  for (let after = 0; ; ) {
    const events = await log.read({ categories: ['team', 'notice', 'edition'], types, after, limit: page })
    for (const event of events as readonly RecordedEvent<HistoryEvent>[]) if (isOf(edition, event)) found.push(event)
    const last = events.at(-1)
    if (!last || events.length < page) return found
    after = last.metadata.position
  }
}

/** Settings may have been stored while the site showed an earlier edition. */
const isOf = (edition: string, { type, metadata }: RecordedEvent<HistoryEvent>): boolean =>
  type === 'EditionSettingsChanged' ? metadata.stream === `edition-${edition}` : metadata.edition === edition
