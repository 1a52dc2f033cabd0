import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { areTiesAllowed } from '@ultimate/events/tournament/weekend/captain-entry.ts'
import type { GameEvent } from '@ultimate/events/tournament/weekend/events.ts'
import * as rules from '@ultimate/events/tournament/weekend/game.ts'
import { nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import { compareWeekends, findTeams, playWeekend } from '@ultimate/events/tournament/weekend/weekend.ts'
import { type CommandRequest, commandRoute, foresee, type Untimed } from '../../platform/commands.ts'
import type { Answer, Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { planOf, readWeekend, showConsequences, showGame, type WeekendState } from '../read/weekend.query.ts'

export const resultRoutes = (platform: Platform): Route[] => [
  decideResultRoute(platform),
  clearResultRoute(platform),
  keepResultRoute(platform),
]

/** Picks the facts about a game that its decider needs. */
export function readGameFacts({ weekend, facts }: WeekendState, id: string): rules.GameFacts {
  const played = weekend.games.get(id) ?? tournamentErrors.fail('GAME_NOT_FOUND')
  return {
    name: nameGame(played.game),
    teams: findTeams(played),
    tiesAllowed: areTiesAllowed(played.game.pool ? 'pool' : 'bracket', facts.rules.tiesInPools),
    isForfeited: !played.hasResult && played.status === 'final',
  }
}

interface GameChange<C extends TimedCommand> {
  readonly decider: Decider<rules.GameState, C, GameEvent>
  readonly id: string
  readonly isPreview: boolean
}

/** Changes the result of a game, or only foresees what that does to the rest of the weekend. */
async function changeResult<C extends TimedCommand>(
  { decider, id, isPreview }: GameChange<C>,
  commandFor: (game: rules.GameFacts) => Untimed<C>,
  { send, current, expectedVersion, commandContext: { now } }: CommandRequest,
) {
  const before = await readWeekend(current)
  const command = commandFor(readGameFacts(before, id))
  if (isPreview) {
    const gameBefore = before.facts.results.get(id) ?? rules.initialState()
    const gameAfter = foresee(decider, command, { state: gameBefore, now })
    return answerChange(withResult(before, id, gameAfter), id, before)
  }
  await send(decider, rules.gameStream(id), command, { expectedVersion })
  return answerChange(await readWeekend(current), id, before)
}

/** Returns the weekend as it would be with this result. */
function withResult(state: WeekendState, id: string, result: rules.GameState): WeekendState {
  const facts = { ...state.facts, results: new Map(state.facts.results).set(id, result) }
  return { ...state, facts, weekend: playWeekend(facts) }
}

/** Answers with the game, and with what differs elsewhere between the two weekends. */
function answerChange(after: WeekendState, id: string, before: WeekendState) {
  const { game } = after.weekend.games.get(id) ?? tournamentErrors.fail('GAME_NOT_FOUND')
  const shown = showGame(game, planOf(after), after)
  const consequences = showConsequences(compareWeekends(before.weekend, after.weekend), after)
  return { status: 200, body: { game: shown, consequences }, version: shown.version } satisfies Answer<unknown>
}

/** Answers a change that is based on an older version with the game as it is. */
async function answerCurrent({ params: { id } }: { params: { id: string } }, { current }: CommandRequest) {
  const state = await readWeekend(current)
  return answerChange(state, id, state)
}

function decideResultRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.decideResult,
    async ({ params: { id }, query: { preview }, body }, context) => {
      const { home = 0, away = 0, forfeit, reason } = body
      const result = forfeit ? { forfeit } : { score: { home, away } }
      const change = { decider: rules.decideResultDecider, id, isPreview: preview === 'true' }
      return changeResult(change, (game) => ({ type: 'DecideResult', data: { result, reason, game } }), context)
    },
    { answerIfStale: answerCurrent },
  )
}

function clearResultRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.clearResult,
    async ({ params: { id }, query: { preview } }, context) => {
      const change = { decider: rules.clearResultDecider, id, isPreview: preview === 'true' }
      return changeResult(change, (game) => ({ type: 'ClearResult', data: { game } }), context)
    },
    { answerIfStale: answerCurrent },
  )
}

function keepResultRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.keepResult,
    async ({ params: { id } }, context) => {
      const change = { decider: rules.keepResultDecider, id, isPreview: false }
      return changeResult(change, (game) => ({ type: 'KeepResult', data: { game } }), context)
    },
    { answerIfStale: answerCurrent },
  )
}
