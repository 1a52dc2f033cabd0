import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PublishedByStaff } from '@ultimate/events/staff/published.ts'
import { type RegisteredTeam, teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import { listDifferences } from '@ultimate/events/tournament/bid-contents.ts'
import type { NoticeEvent, Situation, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { isSameSituation } from '@ultimate/events/tournament/notify-captain.ts'
import { statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import type { TeamHistoryEvent } from './read/team-history.query.ts'

/** A bid with what its captain is informed about. */
export interface OrderedBid {
  readonly id: string
  readonly registeredAt: number
  /** False until the address is confirmed. */
  readonly counts: boolean
  /** The status by decision of staff; null leaves the status to the order of registration. */
  readonly decided: TeamStatus | null
  readonly removal: 'removed' | 'withdrawn' | null
  readonly paid: boolean
  /** False for captains of demo data, who do not exist, and for forgotten captains, who have no address. */
  readonly reachable: boolean
  readonly isDemo: boolean
  /** The versions of the stream that changed the contents of the bid; the newest last. */
  readonly versions: readonly BidVersion[]
}
interface BidVersion {
  readonly version: number
  readonly bid: RegisteredTeam['bid'] & Pick<RegisteredTeam, 'division'>
}

/** The changes of a bid by the types of the events that make them. */
const decisions = {
  AddressConfirmed: { counts: true },
  TeamConfirmed: { decided: 'confirmed' },
  TeamWaitlisted: { decided: 'waitlist' },
  TeamStandingReset: { decided: null },
  TeamMarkedPaid: { paid: true },
  TeamMarkedUnpaid: { paid: false },
  TeamRemoved: { removal: 'removed' },
  TeamWithdrawn: { removal: 'withdrawn' },
  TeamRestored: { removal: null },
} as const satisfies Partial<Record<TeamEvent['type'], Partial<OrderedBid>>>
type Decision = keyof typeof decisions

/** The events about which captains may have to be informed: of their own team, or of one before it in the order. */
export const decisionTypes = Object.keys(decisions) as Decision[]

/** A change of the capacity moves teams up or down, as decisions about other teams do. */
export const changesCapacity = ({ type, data }: Pick<TeamHistoryEvent, 'type' | 'data'>): boolean =>
  type === 'EditionSettingsChanged' && (data as PublishedByStaff['data']).to.capacity !== undefined

const isDecision = (type: string): type is Decision => type in decisions

/** All events that `changesSince` needs: besides decisions, those that show what captains know already. */
export const noticedTypes = [
  ...decisionTypes,
  'TeamRegistered',
  'TeamCorrected',
  'TeamChangeNoticed',
  'EditionSettingsChanged',
] satisfies readonly TeamHistoryEvent['type'][]

/** Returns the bid after an event of its stream; undefined before the registration. */
export function bidAfter(
  bid: OrderedBid | undefined,
  { type, data, metadata }: RecordedEvent<TeamEvent>,
): OrderedBid | undefined {
  if (type === 'TeamRegistered') {
    const isDemo = metadata.actor.kind === 'system'
    return {
      id: teamIdOf(metadata.stream),
      registeredAt: (metadata.happenedAt ?? metadata.at).getTime(),
      counts: !data.awaitsConfirmation,
      decided: null,
      removal: null,
      paid: false,
      reachable: !isDemo && data.captain.email !== '',
      isDemo,
      versions: [{ version: metadata.version, bid: data }],
    }
  }
  if (type === 'TeamCorrected') {
    const newest = bid?.versions.at(-1)
    if (!bid || !newest) return bid
    const version = { version: metadata.version, bid: { ...data, division: data.division ?? newest.bid.division } }
    return { ...bid, reachable: !bid.isDemo && data.captain.email !== '', versions: [...bid.versions, version] }
  }
  return bid && isDecision(type) ? { ...bid, ...decisions[type] } : bid
}

type Situations = Map<string, Situation>

/** Compares two bids by the order of registration. */
export const compareOrder = (one: OrderedBid, other: OrderedBid): number =>
  one.registeredAt - other.registeredAt || (one.id < other.id ? -1 : Number(one.id > other.id))

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

export type Change = NoticeEvent['data']

/**
 * Returns the changes of teams since their captains were last informed. A captain knows the last change that was noticed,
 * the receipt of the bid, or the situation before `from`, the position of the first event of the batch. `history` has all
 * events of the edition, oldest first. `initialCapacity` is the capacity before the first change of the settings.
 */
export function changesSince(history: readonly TeamHistoryEvent[], from: number, initialCapacity: number): Change[] {
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
    const isKnownToCaptain = !isCorrectedByStaff || event.metadata.position < from || !bid.counts
    if (isKnownToCaptain && (event.type === 'TeamRegistered' || event.type === 'TeamCorrected'))
      knownVersions.set(id, event.metadata.version)
  }
  const firstRecent = history.findIndex(({ metadata }) => metadata.position >= from)
  const recentEvents = firstRecent < 0 ? [] : history.slice(firstRecent)
  for (const event of firstRecent < 0 ? history : history.slice(0, firstRecent)) apply(event)
  const knownSituations = situationsNow()
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
    return change.mailed || change.byOrder ? [change] : []
  })
}

/** Returns the versions between which staff changed the bid. Ignores a new address, because another email reports it. */
function findCorrection({ versions }: OrderedBid, knownVersion: number | undefined): Change['corrected'] {
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
  { was, is }: Pick<Change, 'was' | 'is'>,
): Pick<Change, 'byOrder' | 'byStaff'> {
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
