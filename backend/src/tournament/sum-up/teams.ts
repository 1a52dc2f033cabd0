import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { buildLine, type Change, counted, netSide, type ReadEarlier } from '../../platform/changes.ts'
import type { Streams } from './streams.ts'

type TeamChange =
  | 'registered'
  | 'confirmed'
  | 'withdrawn'
  | 'removed'
  | 'restored'
  | 'paid'
  | 'unpaid'
  | 'moved'
  | 'corrected'
  | 'seeded'

export async function sumUpTeams(teams: Streams<TeamEvent>, readEarlier: ReadEarlier): Promise<Change[]> {
  const counts = new Map<TeamChange, number>()
  const changedStreams = new Set<string>()
  let eventCount = 0
  for (const [stream, events] of teams) {
    const changes = await listTeamChanges(stream, events, readEarlier)
    for (const change of changes) counts.set(change, (counts.get(change) ?? 0) + 1)
    if (changes.length > 0) {
      changedStreams.add(stream)
      eventCount += events.length
    }
  }
  const summarize = (change: TeamChange, one: string, many = one) => counted(counts.get(change) ?? 0, one, many)
  return buildLine({
    phrases: [
      summarize('registered', 'team registered', 'teams registered'),
      summarize('confirmed', 'confirmed its address', 'confirmed their addresses'),
      summarize('paid', 'paid'),
      summarize('unpaid', 'no longer paid'),
      summarize('moved', 'changed status'),
      summarize('corrected', 'corrected'),
      summarize('seeded', 'seeded anew'),
      summarize('withdrawn', 'withdrawn'),
      summarize('removed', 'removed'),
      summarize('restored', 'restored'),
    ],
    facts: eventCount,
    streams: changedStreams,
  })
}

async function listTeamChanges(
  stream: string,
  events: readonly RecordedEvent<TeamEvent>[],
  readEarlier: ReadEarlier,
): Promise<TeamChange[]> {
  const types = events.map(({ type }) => type)
  const registration = findRegistrationChange(types)
  if (registration === 'registered and removed') return []
  const netChanges: (TeamChange | null)[] = [
    registration,
    netSide(types.flatMap((type) => payments[type] ?? [])),
    (await hasMoved(stream, events, readEarlier)) ? 'moved' : null,
  ]
  // The other changes of a new team are part of its registration.
  const otherChanges = registration === 'registered' ? [] : types.flatMap((type) => otherChangesByType[type] ?? [])
  return [...netChanges.filter((change) => change !== null), ...new Set(otherChanges)]
}

/** Null for a team that is registered, or removed, as before. */
function findRegistrationChange(
  types: readonly TeamEvent['type'][],
): 'registered' | 'withdrawn' | 'removed' | 'restored' | 'registered and removed' | null {
  const last = types.findLast((type) => registrations[type] !== undefined)
  const isRemoved = last !== undefined && registrations[last] === 'removed'
  if (types.includes('TeamRegistered')) return isRemoved ? 'registered and removed' : 'registered'
  const change = netSide(types.flatMap((type) => registrations[type] ?? []))
  if (change === null || change === 'restored') return change
  return last === 'TeamWithdrawn' ? 'withdrawn' : 'removed'
}

const otherChangesByType: Partial<Record<TeamEvent['type'], TeamChange>> = {
  AddressConfirmed: 'confirmed',
  TeamCorrected: 'corrected',
  TeamSeeded: 'seeded',
}
const registrations: Partial<Record<TeamEvent['type'], 'restored' | 'removed'>> = {
  TeamRemoved: 'removed',
  TeamWithdrawn: 'removed',
  TeamRestored: 'restored',
}
const payments: Partial<Record<TeamEvent['type'], 'paid' | 'unpaid'>> = {
  TeamMarkedPaid: 'paid',
  TeamMarkedUnpaid: 'unpaid',
}
const decisions = ['TeamConfirmed', 'TeamWaitlisted', 'TeamStandingReset'] satisfies TeamEvent['type'][]
const isDecision = (type: string): boolean => decisions.some((one) => one === type)

/** True where the last decision about the status differs from the last one before these events. */
async function hasMoved(
  stream: string,
  events: readonly RecordedEvent<TeamEvent>[],
  readEarlier: ReadEarlier,
): Promise<boolean> {
  const newDecisions = events.filter(({ type }) => isDecision(type))
  const [first] = newDecisions
  if (!first) return false
  const before = await readEarlier({ stream, types: decisions, before: first.metadata.position })
  return newDecisions.at(-1)?.type !== (before?.type ?? 'TeamStandingReset')
}
