import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { GameEvent } from '@ultimate/events/tournament/weekend/events.ts'
import * as rules from '@ultimate/events/tournament/weekend/game.ts'
import { nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import { compareWeekends, playWeekend, teamsOf } from '@ultimate/events/tournament/weekend/weekend.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Answer, type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { type KnownWeekend, planOf, readWeekend, showConsequences, showGame } from '../read/weekend.query.ts'

/** What the weekend says about a game that is played. */
export function readGameFacts({ weekend, facts }: KnownWeekend, id: string): rules.GameFacts {
  const played = weekend.games.get(id) ?? tournamentErrors.fail('GAME_NOT_FOUND')
  return {
    name: nameGame(played.game),
    teams: teamsOf(played),
    tiesAllowed: played.game.pool !== null && facts.rules.tiesInPools,
    isForfeited: !played.hasResult && played.status === 'final',
  }
}

interface GameChange<C extends TimedCommand> {
  readonly decider: Decider<rules.GameState, C, GameEvent>
  readonly id: string
  readonly command: (game: rules.GameFacts) => C
  readonly isPreview: boolean
}

/** Changes the result of a game, or only says what that would do to the rest of the weekend. */
async function changeResult<C extends TimedCommand>(
  { commands, current }: Platform,
  { decider, id, command: commandFor, isPreview }: GameChange<C>,
  { command: context, expectedVersion }: RequestContext,
) {
  const before = await readWeekend(current)
  const command = commandFor(readGameFacts(before, id))
  if (!isPreview) await commands.handle(decider, { stream: rules.gameStream(id), command, expectedVersion }, context)
  const after = isPreview ? foresee(before, { decider, id, command }) : await readWeekend(current)
  return answerChange(after, id, before)
}

/** The weekend with what a command would do. */
function foresee<C extends TimedCommand>(
  known: KnownWeekend,
  { decider, id, command }: Pick<GameChange<C>, 'decider' | 'id'> & { readonly command: C },
): KnownWeekend {
  const state = known.facts.results.get(id) ?? rules.initialState()
  const changed = [decider.decide(command, state)].flat().reduce(decider.evolve, state)
  const facts = { ...known.facts, results: new Map(known.facts.results).set(id, changed) }
  return { ...known, facts, weekend: playWeekend(facts) }
}

function answerChange(after: KnownWeekend, id: string, before: KnownWeekend) {
  const { game } = after.weekend.games.get(id) ?? tournamentErrors.fail('GAME_NOT_FOUND')
  const shown = showGame(game, planOf(after), after)
  const consequences = showConsequences(compareWeekends(before.weekend, after.weekend), after)
  return { status: 200, body: { game: shown, consequences }, version: shown.version } satisfies Answer<unknown>
}

/** What those get who were too late: the game as it is, which has no consequences. */
async function answerCurrent(current: Edition, id: string) {
  const known = await readWeekend(current)
  return answerChange(known, id, known)
}

export function decideResultRoute(platform: Platform): Route {
  return route(
    tournamentApi.decideResult,
    async ({ params: { id }, query: { preview }, body }, context) => {
      const { home = 0, away = 0, forfeit, reason } = body
      const result = forfeit ? { forfeit } : { score: { home, away } }
      const command = (game: rules.GameFacts): rules.DecideResult => ({
        type: 'DecideResult',
        data: { result, reason, game },
        metadata: { now: context.command.now },
      })
      return changeResult(
        platform,
        { decider: rules.decideResultDecider, id, command, isPreview: preview === 'true' },
        context,
      )
    },
    { current: ({ params: { id } }) => answerCurrent(platform.current, id) },
  )
}

export function clearResultRoute(platform: Platform): Route {
  return route(
    tournamentApi.clearResult,
    async ({ params: { id }, query: { preview } }, context) => {
      const command = (game: rules.GameFacts): rules.ClearResult => ({
        type: 'ClearResult',
        data: { game },
        metadata: { now: context.command.now },
      })
      return changeResult(
        platform,
        { decider: rules.clearResultDecider, id, command, isPreview: preview === 'true' },
        context,
      )
    },
    { current: ({ params: { id } }) => answerCurrent(platform.current, id) },
  )
}

export function keepResultRoute(platform: Platform): Route {
  return route(
    tournamentApi.keepResult,
    async ({ params: { id } }, context) => {
      const command = (game: rules.GameFacts): rules.KeepResult => ({
        type: 'KeepResult',
        data: { game },
        metadata: { now: context.command.now },
      })
      return changeResult(platform, { decider: rules.keepResultDecider, id, command, isPreview: false }, context)
    },
    { current: ({ params: { id } }) => answerCurrent(platform.current, id) },
  )
}
