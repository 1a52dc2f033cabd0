import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PublishedByStaff } from '@ultimate/events/staff/published.ts'
import { listDifferences, type RegisteredTeam, teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import type { NoticeEvent, Situation, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { isSame } from '@ultimate/events/tournament/notify-captain.ts'
import { statusByOrder, type TeamStatus } from '@ultimate/events/tournament/team.ts'

export type Fact = RecordedEvent<TeamEvent | NoticeEvent | PublishedByStaff>

/** A bid by its place in the order, as far as its captain hears of it. */
export interface OrderedBid {
  readonly id: string
  readonly registeredAt: number
  readonly counts: boolean
  /** Null leaves it to the order of registration. */
  readonly decided: TeamStatus | null
  readonly out: 'removed' | 'withdrawn' | null
  readonly paid: boolean
  /** Captains of demo data do not exist, and those who were forgotten have no address. */
  readonly reachable: boolean
  readonly isDemo: boolean
  /** The contents of the bid, by the versions of its stream; the newest last. */
  readonly reported: readonly ReportedVersion[]
}
interface ReportedVersion {
  readonly version: number
  readonly bid: RegisteredTeam['bid'] & Pick<RegisteredTeam, 'division'>
}

const decisions = {
  AddressConfirmed: { counts: true },
  TeamConfirmed: { decided: 'confirmed' },
  TeamWaitlisted: { decided: 'waitlist' },
  TeamStandingReset: { decided: null },
  TeamMarkedPaid: { paid: true },
  TeamMarkedUnpaid: { paid: false },
  TeamRemoved: { out: 'removed' },
  TeamWithdrawn: { out: 'withdrawn' },
  TeamRestored: { out: null },
} as const satisfies Partial<Record<TeamEvent['type'], Partial<OrderedBid>>>
type Decision = keyof typeof decisions

/** The events that may change what captains know. */
export const decisionTypes = Object.keys(decisions) as Decision[]
/** Teams move by it, as by decisions about others. */
export const isOfCapacity = ({ type, data }: Pick<Fact, 'type' | 'data'>): boolean =>
  type === 'EditionSettingsChanged' && (data as PublishedByStaff['data']).to.capacity !== undefined
const isDecision = (type: string): type is Decision => type in decisions
/** The events that show what captains know. */
export const noticedTypes = [
  ...decisionTypes,
  'TeamRegistered',
  'TeamCorrected',
  'TeamChangeNoticed',
  'EditionSettingsChanged',
] satisfies readonly Fact['type'][]

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
      out: null,
      paid: false,
      reachable: !isDemo && data.captain.email !== '',
      isDemo,
      reported: [{ version: metadata.version, bid: data }],
    }
  }
  if (type === 'TeamCorrected') {
    const before = bid?.reported.at(-1)
    if (!bid || !before) return bid
    const reported = { version: metadata.version, bid: { ...data, division: data.division ?? before.bid.division } }
    return { ...bid, reachable: !bid.isDemo && data.captain.email !== '', reported: [...bid.reported, reported] }
  }
  return bid && isDecision(type) ? { ...bid, ...decisions[type] } : bid
}

type Situations = Map<string, Situation>

export const inOrder = (one: OrderedBid, other: OrderedBid): number =>
  one.registeredAt - other.registeredAt || (one.id < other.id ? -1 : Number(one.id > other.id))

/** The situation of every bid that counts. */
function listSituations(bids: Iterable<OrderedBid>, capacity: number): Situations {
  const counting = [...bids].filter(({ counts }) => counts).toSorted(inOrder)
  let order = 0
  return new Map(
    counting.map(({ id, out, decided, paid }) => {
      if (out === null) order += 1
      return [id, { status: out ?? decided ?? statusByOrder(order, capacity), paid }]
    }),
  )
}

export type Change = NoticeEvent['data']

/**
 * Returns the changes of teams since their captains last heard of them, from the whole history of an edition, oldest
 * first. `from` is the position of the first event that no captain has heard of. A captain knows the last change that
 * was noticed, the receipt of the bid, or the situation before `from`. `capacity` is the number at the beginning.
 */
export function changesSince(history: readonly Fact[], from: number, capacity: number): Change[] {
  let places = capacity
  const bids = new Map<string, OrderedBid>()
  const noticed: Situations = new Map()
  /** The version of each bid whose contents its captain knows. */
  const read = new Map<string, number>()
  const situations = () => listSituations(bids.values(), places)
  const apply = (fact: Fact) => {
    if (fact.type === 'EditionSettingsChanged') places = fact.data.to.capacity ?? places
    else applyToTeam(fact)
  }
  const applyToTeam = (fact: Exclude<Fact, { type: PublishedByStaff['type'] }>) => {
    if (fact.type === 'TeamChangeNoticed') {
      noticed.set(fact.data.teamId, fact.data.is)
      if (fact.data.corrected) read.set(fact.data.teamId, fact.data.corrected.to)
      return
    }
    const id = teamIdOf(fact.metadata.stream)
    const bid = bidAfter(bids.get(id), fact as RecordedEvent<TeamEvent>)
    if (!bid) return
    bids.set(id, bid)
    const isCorrectedByStaff = fact.type === 'TeamCorrected' && fact.metadata.actor.kind === 'staff'
    const isKnown = !isCorrectedByStaff || fact.metadata.position < from || !bid.counts
    if (isKnown && (fact.type === 'TeamRegistered' || fact.type === 'TeamCorrected'))
      read.set(id, fact.metadata.version)
  }
  const first = history.findIndex(({ metadata }) => metadata.position >= from)
  const recent = first < 0 ? [] : history.slice(first)
  for (const fact of first < 0 ? history : history.slice(0, first)) apply(fact)
  const known = situations()
  for (const fact of recent) {
    apply(fact)
    if (fact.type === 'TeamRegistered' || fact.type === 'AddressConfirmed') hear(known, fact, situations())
  }
  return [...situations()].flatMap(([teamId, is]) => {
    const was = noticed.get(teamId) ?? known.get(teamId)
    const bid = bids.get(teamId)
    const corrected = bid && correctedSince(bid, read.get(teamId))
    if (!was || !bid || (isSame(was, is) && !corrected)) return []
    const cause = isSame(was, is) ? { byOrder: false, byStaff: true } : findCause(recent, teamId, { was, is })
    const change = { teamId, was, is, ...cause, mailed: bid.reachable, ...(corrected && { corrected }) }
    return change.mailed || change.byOrder ? [change] : []
  })
}

/** The versions between which staff changed the bid. A new address is left out: both mailboxes hear of it at once. */
function correctedSince({ reported }: OrderedBid, version: number | undefined): Change['corrected'] {
  const [known, now] = [reported.find((one) => one.version === version), reported.at(-1)]
  if (!known || !now) return undefined
  const { email } = now.bid.captain
  const before = { ...known.bid, captain: { ...known.bid.captain, email } }
  return listDifferences(before, now.bid).length > 0 ? { from: known.version, to: now.version } : undefined
}

/** A receipt has just reported what the bid is. */
function hear(known: Situations, { metadata }: Fact, now: Situations): void {
  const id = teamIdOf(metadata.stream)
  const reported = now.get(id)
  if (reported && !known.has(id)) known.set(id, reported)
}

/** Shows if the team moved because others came or went, and if staff caused it. */
function findCause(
  recent: readonly Fact[],
  teamId: string,
  { was, is }: Pick<Change, 'was' | 'is'>,
): Pick<Change, 'byOrder' | 'byStaff'> {
  const decided = recent.filter((fact) => isDecision(fact.type) || isOfCapacity(fact))
  const own = decided.filter(({ metadata }) => metadata.stream === teamStream(teamId))
  const isOwn = own.some(({ type }) => type !== 'TeamMarkedPaid' && type !== 'TeamMarkedUnpaid')
  const causes = own.length > 0 ? own.slice(-1) : decided
  return {
    byOrder: was.status !== is.status && !isOwn,
    byStaff: causes.length > 0 && causes.every(({ metadata }) => metadata.actor.kind === 'staff'),
  }
}
