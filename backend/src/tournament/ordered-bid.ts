import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { type RegisteredTeam, teamIdOf } from '@ultimate/events/tournament/bid.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { TeamStatus } from '@ultimate/events/tournament/team.ts'

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

export const isDecision = (type: string): type is Decision => type in decisions

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

/** Compares two bids by the order of registration. */
export const compareOrder = (one: OrderedBid, other: OrderedBid): number =>
  one.registeredAt - other.registeredAt || (one.id < other.id ? -1 : Number(one.id > other.id))
