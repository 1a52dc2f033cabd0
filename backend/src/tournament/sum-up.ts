import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PoolsEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { GameEvent, StandingsEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { byStream, type SumUp } from '../platform/changes.ts'
import { sumUpPools } from './sum-up/pools.ts'
import { sumUpResults } from './sum-up/results.ts'
import type { Streams } from './sum-up/streams.ts'
import { sumUpTeams } from './sum-up/teams.ts'

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
