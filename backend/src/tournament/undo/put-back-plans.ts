import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { poolsIdOf, putBackPoolsDecider } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { GameEvent, SpiritEvent, StandingsEvent } from '@ultimate/events/tournament/weekend/events.ts'
import * as game from '@ultimate/events/tournament/weekend/game.ts'
import * as schedule from '@ultimate/events/tournament/weekend/schedule.ts'
import * as spirit from '@ultimate/events/tournament/weekend/spirit.ts'
import * as standings from '@ultimate/events/tournament/weekend/standings-rules.ts'
import { stateAfter } from '../../platform/state-after.ts'
import { buildStep, type ReasonAgainst, type UndoPlan } from '../../platform/undo.ts'
import { readResults } from '../read/games.view.ts'
import { readDivisionByTeam } from '../read/pools/pools.view.ts'
import { type PlanContext, poolsAfter, scheduleAfter } from './plan-context.ts'

// Each of these plans puts a state back to what it was before the event.

export async function planPutBackPools(
  { metadata: { stream } }: RecordedEvent,
  { platform, earlierEvents, now, reads }: PlanContext,
): Promise<UndoPlan> {
  // The id of pools begins with their division.
  const teamsOfDivision = [...(await reads.once(readDivisionByTeam, platform.current))].filter(([, division]) =>
    poolsIdOf(stream)?.startsWith(division),
  )
  const data = { pools: poolsAfter(earlierEvents), registeredTeams: new Map(teamsOfDivision) }
  const command = { type: 'PutBackPools', data, metadata: { now } } as const
  return { steps: [buildStep(putBackPoolsDecider, { stream, command })] }
}

export async function planPutBackSchedule(
  { metadata: { stream } }: RecordedEvent,
  { platform, earlierEvents, now, reads }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const scheduleBefore = scheduleAfter(earlierEvents)
  const scheduleNow = scheduleAfter(await reads.stream(stream))
  const results = await reads.once(readResults, platform.current)
  const hasResult = ({ id }: { readonly id: string }) => Boolean(results.get(id)?.state.teams)
  const gamesBefore = new Set(schedule.gamesInPlay(scheduleBefore).map(({ id }) => id))
  const newGames = schedule.gamesInPlay(scheduleNow).filter(({ id }) => !gamesBefore.has(id))
  if (newGames.some(hasResult)) return 'Games that came with it have a result. Clear it first.'
  const command = { type: 'PutBackSchedule', data: { schedule: scheduleBefore }, metadata: { now } } as const
  return { steps: [buildStep(schedule.putBackScheduleDecider, { stream, command })] }
}

export async function planPutBackResult(
  { data, metadata: { stream } }: RecordedEvent<GameEvent>,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan> {
  const state = stateAfter<game.GameState, GameEvent>(game, earlierEvents)
  const command = { type: 'PutBackResult', data: { state, game: data.game }, metadata: { now } } as const
  return { steps: [buildStep(game.putBackResultDecider, { stream, command })] }
}

export async function planPutBackStandingsRules(
  { metadata: { stream } }: RecordedEvent,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan> {
  const rules = stateAfter<standings.StandingsRules, StandingsEvent>(standings, earlierEvents)
  const command = { type: 'PutBackStandingsRules', data: { rules }, metadata: { now } } as const
  return { steps: [buildStep(standings.putBackStandingsRulesDecider, { stream, command })] }
}

export async function planPutBackSpirit(
  { data: { game, team: ofTeam, opponent }, metadata: { stream } }: RecordedEvent<SpiritEvent>,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan> {
  const { sheet } = stateAfter<spirit.SpiritState, SpiritEvent>(spirit, earlierEvents)
  const command = { type: 'PutBackSpirit', data: { game, team: ofTeam, opponent, sheet }, metadata: { now } } as const
  return { steps: [buildStep(spirit.putBackSpiritDecider, { stream, command })] }
}
