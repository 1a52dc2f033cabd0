import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PoolsEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { GameEvent, StandingsEvent } from '@ultimate/events/tournament/weekend/events.ts'
import {
  buildLine,
  byStream,
  type ChangeSummary,
  counted,
  findNetChange,
  type ReadEarlier,
  type SumUp,
} from '../platform/changes.ts'
import { sumUpPools } from './sum-up-pools.ts'

/** Sums up teams in one line, the pools of each division in another, and results in one line. */
export const sumUpTournament: SumUp = async (events, readEarlier) => {
  const streams = byStream(events as readonly RecordedEvent<TeamEvent | PoolsEvent | GameEvent | StandingsEvent>[])
  const listStreams = (prefix: string) => [...streams].filter(([stream]) => stream.startsWith(prefix))
  const games = listStreams('game-') as Streams<GameEvent>
  const standings = listStreams('standings-') as Streams<StandingsEvent>
  const pools = (listStreams('pools-') as Streams<PoolsEvent>).map(([stream, eventsOfStream]) =>
    sumUpPools(stream, eventsOfStream, readEarlier),
  )
  return [
    ...(await sumUpTeams(listStreams('team-') as Streams<TeamEvent>, readEarlier)),
    ...(await Promise.all(pools)).flat(),
    ...(await sumUpResults({ games, standings }, readEarlier)),
  ]
}

/** The events of each stream. */
type Streams<E extends Event> = readonly (readonly [stream: string, events: readonly RecordedEvent<E>[]])[]

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

async function sumUpTeams(teams: Streams<TeamEvent>, readEarlier: ReadEarlier): Promise<ChangeSummary[]> {
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
    findNetChange(types.flatMap((type) => payments[type] ?? [])),
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
  const change = findNetChange(types.flatMap((type) => registrations[type] ?? []))
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

type ResultChange = 'entered' | 'decided' | 'forfeited' | 'cleared' | 'kept' | 'put back'

const resultChanges: Readonly<Record<GameEvent['type'], ResultChange>> = {
  ScoreEntered: 'entered',
  ResultDecided: 'decided',
  GameForfeited: 'forfeited',
  ResultCleared: 'cleared',
  ResultKept: 'kept',
  ResultPutBack: 'put back',
}

/** Counts the games whose result changed by their last event, and the changes to the standings. */
async function sumUpResults(
  streams: { readonly games: Streams<GameEvent>; readonly standings: Streams<StandingsEvent> },
  readEarlier: ReadEarlier,
): Promise<ChangeSummary[]> {
  const { standings } = streams
  const areChanged = await Promise.all(
    streams.games.map(([stream, events]) => isResultChanged(stream, events, readEarlier)),
  )
  const games = streams.games.filter((_, index) => areChanged[index])
  const lastTypes = games.flatMap(([, events]) => events.at(-1)?.type ?? [])
  const standingsEvents = standings.flatMap(([, events]) => events)
  const summarize = (change: ResultChange, one: string, many: string) =>
    counted(lastTypes.filter((type) => resultChanges[type] === change).length, one, many)
  const countRules = (type: StandingsEvent['type'], one: string, many: string) =>
    counted(standingsEvents.filter((event) => event.type === type).length, one, many)
  return buildLine({
    phrases: [
      summarize('entered', 'score entered', 'scores entered'),
      summarize('decided', 'result set by staff', 'results set by staff'),
      summarize('forfeited', 'game forfeited', 'games forfeited'),
      summarize('cleared', 'result cleared', 'results cleared'),
      summarize('kept', 'result kept', 'results kept'),
      summarize('put back', 'result put back', 'results put back'),
      countRules('TieDecided', 'tie decided', 'ties decided'),
      countRules('TiebreaksChanged', 'change of how ranks are decided', 'changes of how ranks are decided'),
    ],
    facts: [...games, ...standings].reduce((sum, [, events]) => sum + events.length, 0),
    streams: new Set([...games, ...standings].map(([stream]) => stream)),
  })
}

/** False for a game that had no result before and, by an undo, has none again. */
async function isResultChanged(
  stream: string,
  events: readonly RecordedEvent<GameEvent>[],
  readEarlier: ReadEarlier,
): Promise<boolean> {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || last?.type !== 'ResultPutBack' || last.data.teams !== null) return true
  return (await readEarlier({ stream, types: Object.keys(resultChanges), before: first.metadata.position })) !== null
}
