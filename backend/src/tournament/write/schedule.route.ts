import { randomInt } from 'node:crypto'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import type { ScheduleEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { generateScheduleDecider } from '@ultimate/events/tournament/weekend/generate-schedule.ts'
import {
  beginningSettings,
  clockTime,
  findConflicts,
  nameGame,
  type Plan,
  timeOf,
} from '@ultimate/events/tournament/weekend/plan.ts'
import * as rain from '@ultimate/events/tournament/weekend/rain.ts'
import * as rules from '@ultimate/events/tournament/weekend/schedule.ts'
import { type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { answerDraft } from '../read/schedule.answer.ts'
import { readPoolsToPlay, readTeamNames } from '../read/schedule.view.ts'
import { listPlayed, readWeekend, showGames } from '../read/weekend.query.ts'

/** By the clock at the venue: games that end later end in the dark. */
const dusk = '17:00'

type ScheduleDecider<C extends TimedCommand> = Decider<rules.Schedule, C, ScheduleEvent>

/** Sends a command to the schedule of the edition. */
export async function changeSchedule<C extends TimedCommand>(
  { commands, current }: Platform,
  decider: ScheduleDecider<C>,
  { command: context, expectedVersion }: RequestContext,
  { type, data }: Pick<C, 'type' | 'data'>,
): Promise<void> {
  const command = { type, data, metadata: { now: context.now } } as C
  const begun = rules.beginningWith(decider, beginningSettings(await current.facts()))
  await commands.handle(begun, { stream: rules.scheduleStream(current.edition), command, expectedVersion }, context)
}

export function changeScheduleSettingsRoute(platform: Platform): Route {
  const current = () => answerDraft(platform.current)
  return route(
    tournamentApi.changeScheduleSettings,
    async ({ body: settings }, context) => {
      await changeSchedule(platform, rules.changeSettingsDecider, context, {
        type: 'ChangeSettings',
        data: { settings },
      })
      return current()
    },
    { current },
  )
}

export function generateScheduleRoute(platform: Platform): Route {
  const current = () => answerDraft(platform.current)
  return route(
    tournamentApi.generateSchedule,
    async ({ body: { seed = randomInt(2 ** 31) } }, context) => {
      const [pools, played] = await Promise.all([readPoolsToPlay(platform.current), readPlayed(platform)])
      const data = { seed, pools, played, newId: context.newId }
      await changeSchedule(platform, generateScheduleDecider, context, { type: 'GenerateSchedule', data })
      return current()
    },
    { current },
  )
}

export function placeGameRoute(platform: Platform): Route {
  const current = () => answerDraft(platform.current)
  return route(
    tournamentApi.placeGame,
    async ({ params: { id: game }, body: { round_id: round, field_id: field, swap_with: swapWith } }, context) => {
      const data = { game, round, field, swapWith }
      await changeSchedule(platform, rules.placeGameDecider, context, { type: 'PlaceGame', data })
      return current()
    },
    { current },
  )
}

export function publishScheduleRoute(platform: Platform): Route {
  const current = () => answerDraft(platform.current)
  return route(
    tournamentApi.publishSchedule,
    async (_, context) => {
      await changeSchedule(platform, rules.publishScheduleDecider, context, { type: 'PublishSchedule', data: {} })
      return current()
    },
    { current },
  )
}

const readPlayed = async ({ current }: Platform): Promise<ReadonlySet<string>> => listPlayed(await readWeekend(current))

export function shiftScheduleRoute(platform: Platform): Route {
  return route(tournamentApi.shiftSchedule, async ({ body: { from, minutes, preview } }, context) => {
    const data = { from, minutes, played: await readPlayed(platform) }
    const change = { type: 'DelaySchedule', data } as const
    return answerMoved(await changeDay(platform, rain.delayScheduleDecider, context, { ...change, preview }))
  })
}

export function shortenRoundsRoute(platform: Platform): Route {
  return route(tournamentApi.shortenRounds, async ({ body: { preview, ...times } }, context) => {
    const data = { ...times, played: await readPlayed(platform) }
    const change = { type: 'ShortenRounds', data } as const
    return answerMoved(await changeDay(platform, rain.shortenRoundsDecider, context, { ...change, preview }))
  })
}

export function cancelRoundRoute(platform: Platform): Route {
  return route(tournamentApi.cancelRound, async ({ body: { round_id: round, preview } }, context) => {
    const data = { round, played: await readPlayed(platform) }
    const change = { type: 'CancelRound', data } as const
    const changed = await changeDay(platform, rain.cancelRoundDecider, context, { ...change, preview })
    const { applied, problems } = changed
    return { status: 200, body: { applied, cancelled: listCancelled(changed), problems } } as const
  })
}

interface ChangedDay {
  readonly applied: boolean
  readonly before: Plan
  readonly after: Plan
  /** What a director should know: games in the dark, on the next day, without rest, or without a team. */
  readonly problems: string[]
}

/** Decides on what is public; a preview stores nothing. */
async function changeDay<C extends TimedCommand>(
  platform: Platform,
  decider: ScheduleDecider<C>,
  context: RequestContext,
  { type, data, preview }: Pick<C, 'type' | 'data'> & { readonly preview: boolean },
): Promise<ChangedDay> {
  const { schedule, nameOf } = await readWeekend(platform.current)
  const command = { type, data, metadata: { now: context.command.now } } as C
  const after = [decider.decide(command, schedule)].flat().reduce(rules.evolve, schedule)
  if (!preview) await changeSchedule(platform, decider, context, { type, data })
  const plans = { before: rules.planInPlay(schedule), after: rules.planInPlay(after) }
  return { applied: !preview, ...plans, problems: listProblems(plans, nameOf) }
}

type Plans = Pick<ChangedDay, 'before' | 'after'>

/** The games that begin or end at another time. */
function listMoved({ before, after }: Plans) {
  return after.games.flatMap((game, index) => {
    const [from, to] = [timeOf(before.games[index] ?? game, before), timeOf(game, after)]
    if (!from || !to || game.cancelled) return []
    return from.start !== to.start || from.end !== to.end ? [{ game, from, to }] : []
  })
}

const listCancelled = ({ before, after }: Plans): string[] =>
  after.games.filter(({ cancelled }, index) => cancelled && !before.games[index]?.cancelled).map(({ id }) => id)

function answerMoved({ applied, problems, ...plans }: ChangedDay) {
  const moved = listMoved(plans).map(({ game: { id }, from, to }) => ({ id, from: from.start, to: to.start }))
  return { status: 200, body: { applied, moved, problems } } as const
}

function listProblems(plans: Plans, nameOf: (team: string) => string): string[] {
  const late = listMoved(plans).flatMap(({ game, from, to }) => {
    if (to.end.slice(0, 10) !== from.start.slice(0, 10)) return [`${nameGame(game)} would run past midnight.`]
    return to.end.slice(11, 16) > dusk ? [`${nameGame(game)} would end at ${clockTime(to.end)}, after dusk.`] : []
  })
  const known = new Set(findConflicts(plans.before, nameOf).map(({ sentence }) => sentence))
  const conflicts = findConflicts(plans.after, nameOf).flatMap(({ sentence }) =>
    known.has(sentence) ? [] : [sentence],
  )
  return [...late, ...conflicts, ...listOrphans(plans)]
}

/** Games that wait for the winner or loser of one that is cancelled. */
function listOrphans(plans: Plans): string[] {
  const cancelled = new Set(listCancelled(plans))
  const games = new Map(plans.after.games.map((game) => [game.id, game]))
  return plans.after.games.flatMap((game) =>
    [game.home, game.away].flatMap((side) => {
      const feeder = 'winner_of' in side ? side.winner_of : 'loser_of' in side ? side.loser_of : ''
      const before = games.get(feeder)
      return before && cancelled.has(feeder) && !game.cancelled
        ? [`${nameGame(game)} would wait for a team of ${nameGame(before)}.`]
        : []
    }),
  )
}

export function undoShiftRoute(platform: Platform): Route {
  return route(tournamentApi.undoShift, async (_, context) => {
    await changeSchedule(platform, rain.undoDelayDecider, context, { type: 'UndoDelay', data: {} })
    return answerDraft(platform.current)
  })
}

/** Answers with all games of the team. */
export function leaveGamesRoute(platform: Platform): Route {
  return route(tournamentApi.leaveGames, async ({ body: { team_id: team, reason } }, context) => {
    const known = (await readTeamNames(platform.current)).has(team)
    if (!known) tournamentErrors.fail('TEAM_NOT_FOUND')
    await changeSchedule(platform, rules.leaveGamesDecider, context, { type: 'LeaveGames', data: { team, reason } })
    const after = await readWeekend(platform.current)
    const games = showGames(after.facts.games, after.schedule.published ?? after.schedule.draft, after)
    return {
      status: 200,
      body: { games: games.filter(({ home, away }) => [home.team?.id, away.team?.id].includes(team)) },
    }
  })
}
