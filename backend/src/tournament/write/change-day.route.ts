import type { TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { findConflicts } from '@ultimate/events/tournament/weekend/conflicts.ts'
import { clockTime, findFeeder, findTime, nameGame, type Plan } from '@ultimate/events/tournament/weekend/plan.ts'
import * as rain from '@ultimate/events/tournament/weekend/rain.ts'
import { planInPlay } from '@ultimate/events/tournament/weekend/schedule.ts'
import { type CommandRequest, commandRoute, foresee, type Untimed } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { answerDraft } from '../read/schedule.route.ts'
import { listPlayed, readWeekend } from '../read/weekend.query.ts'
import { changeSchedule, type ScheduleDecider } from './schedule.route.ts'

// The changes of a public day when it rains, each after a preview that changes nothing, and their undo.

export const dayChangeRoutes = (platform: Platform): Route[] => [
  shiftScheduleRoute(platform),
  cancelRoundRoute(platform),
  shortenRoundsRoute(platform),
  undoShiftRoute(platform),
]

/** The time at the venue after which games end in the dark. */
const dusk = '17:00'

const readPlayed = async ({ current }: CommandRequest): Promise<ReadonlySet<string>> =>
  listPlayed(await readWeekend(current))

function shiftScheduleRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.shiftSchedule, async ({ body: { from, minutes, preview } }, context) => {
    const data = { from, minutes, played: await readPlayed(context) }
    const change = { type: 'DelaySchedule', data } as const
    return answerMoved(await changeDay(rain.delayScheduleDecider, { ...change, preview }, context))
  })
}

function shortenRoundsRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.shortenRounds, async ({ body: { preview, ...times } }, context) => {
    const data = { ...times, played: await readPlayed(context) }
    const change = { type: 'ShortenRounds', data } as const
    return answerMoved(await changeDay(rain.shortenRoundsDecider, { ...change, preview }, context))
  })
}

function cancelRoundRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.cancelRound, async ({ body: { round_id: round, preview } }, context) => {
    const data = { round, played: await readPlayed(context) }
    const change = { type: 'CancelRound', data } as const
    const { applied, problems, ...plans } = await changeDay(rain.cancelRoundDecider, { ...change, preview }, context)
    return { status: 200, body: { applied, cancelled: listCancelled(plans), problems } } as const
  })
}

function undoShiftRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.undoShift, async (_, context) => {
    await changeSchedule(rain.undoDelayDecider, { type: 'UndoDelay', data: {} }, context)
    return answerDraft(context.current)
  })
}

interface ChangedDay {
  /** False for a preview. */
  readonly applied: boolean
  readonly before: Plan
  readonly after: Plan
  /** Warnings for the director: games in the dark, on the next day, without rest, or without a team. */
  readonly problems: string[]
}

/** Changes a public day, or only foresees the change. */
async function changeDay<C extends TimedCommand>(
  decider: ScheduleDecider<C>,
  { preview, type, data }: Untimed<NoInfer<C>> & { readonly preview: boolean },
  context: CommandRequest,
): Promise<ChangedDay> {
  const { schedule, nameOf } = await readWeekend(context.current)
  // The plan after a sent change is foreseen too, so that the answer lists just the effects of this change.
  const after = foresee(decider, { type, data }, { state: schedule, now: context.commandContext.now })
  if (!preview) await changeSchedule(decider, { type, data }, context)
  // A plan in play has the games that can have results, not those of the draft.
  const plans = { before: planInPlay(schedule), after: planInPlay(after) }
  return { applied: !preview, ...plans, problems: listProblems(plans, nameOf) }
}

type Plans = Pick<ChangedDay, 'before' | 'after'>

/** Pairs each game with what it was before. A change of a day adds and removes no game. */
function pairGames({ before, after }: Plans) {
  const gamesBefore = new Map(before.games.map((game) => [game.id, game]))
  return after.games.map((game) => ({ game, gameBefore: gamesBefore.get(game.id) ?? game }))
}

/** Lists the games that begin or end at another time. */
function listMoved(plans: Plans) {
  return pairGames(plans).flatMap(({ game, gameBefore }) => {
    const [from, to] = [findTime(gameBefore, plans.before), findTime(game, plans.after)]
    if (!from || !to || game.cancelled) return []
    return from.start !== to.start || from.end !== to.end ? [{ game, from, to }] : []
  })
}

const listCancelled = (plans: Plans): string[] =>
  pairGames(plans).flatMap(({ game, gameBefore }) => (game.cancelled && !gameBefore.cancelled ? [game.id] : []))

function answerMoved({ applied, problems, ...plans }: ChangedDay) {
  const moved = listMoved(plans).map(({ game: { id }, from, to }) => ({ id, from: from.start, to: to.start }))
  return { status: 200, body: { applied, moved, problems } } as const
}

function listProblems(plans: Plans, nameOf: (team: string) => string): string[] {
  // Times are ISO 8601 with the hours of the venue: `2025-11-22T16:30:00-06:00`.
  const late = listMoved(plans).flatMap(({ game, from, to }) => {
    if (to.end.slice(0, 10) !== from.start.slice(0, 10)) return [`${nameGame(game)} would run past midnight.`]
    return to.end.slice(11, 16) > dusk ? [`${nameGame(game)} would end at ${clockTime(to.end)}, after dusk.`] : []
  })
  const oldConflicts = new Set(findConflicts(plans.before, nameOf).map(({ sentence }) => sentence))
  const newConflicts = findConflicts(plans.after, nameOf).flatMap(({ sentence }) =>
    oldConflicts.has(sentence) ? [] : [sentence],
  )
  return [...late, ...newConflicts, ...listOrphans(plans)]
}

/** Describes the games that would wait for the winner or loser of a canceled game. */
function listOrphans(plans: Plans): string[] {
  const cancelledIds = new Set(listCancelled(plans))
  const cancelledGames = new Map(
    plans.after.games.filter(({ id }) => cancelledIds.has(id)).map((game) => [game.id, game]),
  )
  return plans.after.games
    .filter(({ cancelled }) => !cancelled)
    .flatMap((game) =>
      [game.home, game.away].flatMap((side) => {
        const feeder = cancelledGames.get(findFeeder(side) ?? '')
        return feeder ? [`${nameGame(game)} would wait for a team of ${nameGame(feeder)}.`] : []
      }),
    )
}
