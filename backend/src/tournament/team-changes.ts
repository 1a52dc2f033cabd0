import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PublishedByStaff } from '@ultimate/events/staff/published.ts'
import { teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import { listDifferences } from '@ultimate/events/tournament/bid-contents.ts'
import type { NoticeEvent, Situation, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { isSameSituation } from '@ultimate/events/tournament/notify-captain.ts'
import { statusByOrder } from '@ultimate/events/tournament/team.ts'
import { bidAfter, compareOrder, decisionTypes, isDecision, type OrderedBid } from './ordered-bid.ts'
import type { TeamHistoryEvent } from './read/team-history.query.ts'

/** A change of the capacity moves teams up or down, as decisions about other teams do. */
export const changesCapacity = ({ type, data }: Pick<TeamHistoryEvent, 'type' | 'data'>): boolean =>
  type === 'EditionSettingsChanged' && (data as PublishedByStaff['data']).to.capacity !== undefined

/** All events that `changesSince` needs: besides decisions, those that show what captains know already. */
export const noticedTypes = [
  ...decisionTypes,
  'TeamRegistered',
  'TeamCorrected',
  'TeamChangeNoticed',
  'EditionSettingsChanged',
] satisfies readonly TeamHistoryEvent['type'][]

type Situations = Map<string, Situation>

/** Returns the situation of every bid that counts, by the id of its team. */
function listSituations(bids: Iterable<OrderedBid>, capacity: number): Situations {
  const counting = [...bids].filter(({ counts }) => counts).toSorted(compareOrder)
  let order = 0
  return new Map(
    counting.map(({ id, removal, decided, paid }) => {
      if (removal === null) order += 1
      return [id, { status: removal ?? decided ?? statusByOrder(order, capacity), paid }]
    }),
  )
}

export type SituationChange = NoticeEvent['data']

/**
 * Returns the changes of teams since their captains were last informed. A captain knows the last change that was noticed,
 * the receipt of the bid, or the situation before `from`, the position of the first event of the batch. `history` has all
 * events of the edition, oldest first. `initialCapacity` is the capacity before the first change of the settings.
 */
export function changesSince(
  history: readonly TeamHistoryEvent[],
  from: number,
  initialCapacity: number,
): SituationChange[] {
  let capacity = initialCapacity
  const bids = new Map<string, OrderedBid>()
  const noticedSituations: Situations = new Map()
  /** The version of each bid whose contents its captain knows. */
  const knownVersions = new Map<string, number>()
  const situationsNow = () => listSituations(bids.values(), capacity)
  const apply = (event: TeamHistoryEvent) => {
    if (event.type === 'EditionSettingsChanged') capacity = event.data.to.capacity ?? capacity
    else applyToTeam(event)
  }
  const applyToTeam = (event: Exclude<TeamHistoryEvent, { type: PublishedByStaff['type'] }>) => {
    if (event.type === 'TeamChangeNoticed') {
      noticedSituations.set(event.data.teamId, event.data.is)
      if (event.data.corrected) knownVersions.set(event.data.teamId, event.data.corrected.to)
      return
    }
    const id = teamIdOf(event.metadata.stream)
    const bid = bidAfter(bids.get(id), event as RecordedEvent<TeamEvent>)
    if (!bid) return
    bids.set(id, bid)
    const isCorrectedByStaff = event.type === 'TeamCorrected' && event.metadata.actor.kind === 'staff'
    // A bid that does not count yet gets a receipt later, and an earlier batch mailed what came before `from`.
    const isKnownToCaptain = !isCorrectedByStaff || event.metadata.position < from || !bid.counts
    if (isKnownToCaptain && (event.type === 'TeamRegistered' || event.type === 'TeamCorrected'))
      knownVersions.set(id, event.metadata.version)
  }
  const isRecent = ({ metadata }: TeamHistoryEvent) => metadata.position >= from
  for (const event of history) if (!isRecent(event)) apply(event)
  const knownSituations = situationsNow()
  const recentEvents = history.filter(isRecent)
  for (const event of recentEvents) {
    apply(event)
    // After these events the captain gets a receipt, which shows the situation.
    if (event.type === 'TeamRegistered' || event.type === 'AddressConfirmed') {
      const id = teamIdOf(event.metadata.stream)
      const situation = situationsNow().get(id)
      if (situation && !knownSituations.has(id)) knownSituations.set(id, situation)
    }
  }
  return [...situationsNow()].flatMap(([teamId, is]) => {
    const was = noticedSituations.get(teamId) ?? knownSituations.get(teamId)
    const bid = bids.get(teamId)
    const corrected = bid && findCorrection(bid, knownVersions.get(teamId))
    if (!was || !bid || (isSameSituation(was, is) && !corrected)) return []
    const cause = isSameSituation(was, is)
      ? { byOrder: false, byStaff: true }
      : findCause(recentEvents, teamId, { was, is })
    const change = { teamId, was, is, ...cause, mailed: bid.reachable, ...(corrected && { corrected }) }
    // Without a mail, the notice is only for the audit, where a move by order has no other event.
    return change.mailed || change.byOrder ? [change] : []
  })
}

/** Returns the versions between which staff changed the bid. Ignores a new address, because another email reports it. */
function findCorrection({ versions }: OrderedBid, knownVersion: number | undefined): SituationChange['corrected'] {
  const [known, newest] = [versions.find(({ version }) => version === knownVersion), versions.at(-1)]
  if (!known || !newest) return undefined
  const { email } = newest.bid.captain
  const before = { ...known.bid, captain: { ...known.bid.captain, email } }
  return listDifferences(before, newest.bid).length > 0 ? { from: known.version, to: newest.version } : undefined
}

/** Returns whether the team moved because others came or went, and whether staff caused the change. */
function findCause(
  recentEvents: readonly TeamHistoryEvent[],
  teamId: string,
  { was, is }: Pick<SituationChange, 'was' | 'is'>,
): Pick<SituationChange, 'byOrder' | 'byStaff'> {
  const recentDecisions = recentEvents.filter((event) => isDecision(event.type) || changesCapacity(event))
  const ownDecisions = recentDecisions.filter(({ metadata }) => metadata.stream === teamStream(teamId))
  const hasOwnMove = ownDecisions.some(({ type }) => type !== 'TeamMarkedPaid' && type !== 'TeamMarkedUnpaid')
  // Without a decision about the team itself, any decision about others may have moved it.
  const causes = ownDecisions.length > 0 ? ownDecisions.slice(-1) : recentDecisions
  return {
    byOrder: was.status !== is.status && !hasOwnMove,
    byStaff: causes.length > 0 && causes.every(({ metadata }) => metadata.actor.kind === 'staff'),
  }
}
