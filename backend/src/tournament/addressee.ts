import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { isSameAddress, teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import type { CaptainEvent, NoticeEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { Entry } from '../platform/changes.ts'
import type { Edition } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'
import { readBidsOf, readOwnBid } from './read/own-bid.query.ts'

/** Finds the team whose captain an email did not reach; null where it was removed, or has another address by now. */
export const tournamentAddressee =
  ({ current, log }: Platform) =>
  async (recorded: RecordedEvent): Promise<Entry | null | undefined> => {
    const teamId = await findTeamId(recorded as RecordedEvent<TeamEvent | NoticeEvent | CaptainEvent>, current)
    if (teamId === undefined) return null
    const own = await readOwnBid(current, teamId)
    const [bidEvent] = await log.read({
      stream: teamStream(teamId),
      types: ['TeamRegistered', 'TeamCorrected'] satisfies BidEvent['type'][],
      before: recorded.metadata.position + 1,
      newestFirst: true,
      limit: 1,
    })
    const email = (bidEvent as RecordedEvent<BidEvent> | undefined)?.data.captain.email ?? ''
    if (!own || own.out !== null || email === '' || !isSameAddress(email, own.bid.captainEmail)) return null
    return { name: own.bid.teamName, path: `/registration/team?id=${teamId}` }
  }

type BidEvent = Extract<TeamEvent, { type: 'TeamRegistered' | 'TeamCorrected' }>

/** Finds the team that the email was about: the newest bid of the address if someone asked for confirmation links. */
async function findTeamId(
  { type, data, metadata }: RecordedEvent<TeamEvent | NoticeEvent | CaptainEvent>,
  current: Edition,
): Promise<string | undefined> {
  if (type === 'ConfirmationLinkRequested') return (await readBidsOf(current, data.contact.email))[0]?.id
  // `teamId` of `TeamConfirmed` is another team, whose spot this one got.
  if (type === 'TeamConfirmed' || !('teamId' in data)) return teamIdOf(metadata.stream)
  return data.teamId
}
