import type { EventLog } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PublishedByStaff } from '@ultimate/events/staff/published.ts'
import type { NoticeEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'

const pageSize = 1_000

export type TeamHistoryEvent = RecordedEvent<TeamEvent | NoticeEvent | PublishedByStaff>

/** Reads all events of these types about the teams of an edition, notices to their captains, and its settings, oldest first. */
export async function readTeamHistory(
  log: Pick<EventLog, 'read'>,
  edition: string,
  types: readonly TeamHistoryEvent['type'][],
): Promise<readonly TeamHistoryEvent[]> {
  const history: TeamHistoryEvent[] = []
  for (let after = 0; ; ) {
    const page = await log.read({ categories: ['team', 'notice', 'edition'], types, after, limit: pageSize })
    history.push(...(page as readonly TeamHistoryEvent[]).filter((event) => isOfEdition(edition, event)))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return history
    after = last.metadata.position
  }
}

/** Settings may be stored while the site shows an earlier edition. So the stream names their edition, not the metadata. */
const isOfEdition = (edition: string, { type, metadata }: TeamHistoryEvent): boolean =>
  type === 'EditionSettingsChanged' ? metadata.stream === `edition-${edition}` : metadata.edition === edition
