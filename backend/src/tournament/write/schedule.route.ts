import { randomInt } from 'node:crypto'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import type { ScheduleEvent } from '@ultimate/events/tournament/events.ts'
import {
  clockTime,
  findConflicts,
  nameGame,
  type Plan,
  removedTeam,
  timeOf,
} from '@ultimate/events/tournament/weekend/plan.ts'
import * as rules from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Shifted } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import type { EditionPlatform } from '../../platform/edition.ts'
import { type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import { answerDraft, readPoolsToPlay, readStoredSchedule, readTeamNames } from '../read/schedule.view.ts'

/** By the clock at the venue: games that end later end in the dark. */
const dusk = '17:00'

type ScheduleDecider<C extends TimedCommand> = Decider<rules.Schedule, C, ScheduleEvent>

/** Sends a command to the schedule of the edition. */
async function change<C extends TimedCommand>(
  { commands, current }: EditionPlatform,
  decider: ScheduleDecider<C>,
  { command: context, expectedVersion }: RequestContext,
  { type, data }: Pick<C, 'type' | 'data'>,
): Promise<void> {
  const command = { type, data, metadata: { now: context.now } } as C
  await commands.handle(decider, { stream: rules.scheduleStream(current.edition), command, expectedVersion }, context)
}

export function changeScheduleSettingsRoute(platform: EditionPlatform): Route {
  const current = () => answerDraft(platform.current)
  return route(
    tournamentApi.changeScheduleSettings,
    async ({ body: settings }, context) => {
      await change(platform, rules.changeSettingsDecider, context, { type: 'ChangeSettings', data: { settings } })
      return current()
    },
    { current },
  )
}

export function generateScheduleRoute(platform: EditionPlatform): Route {
  const current = () => answerDraft(platform.current)
  return route(
    tournamentApi.generateSchedule,
    async ({ body: { seed = randomInt(2 ** 31) } }, context) => {
      const pools = await readPoolsToPlay(platform.current)
      const data = { seed, pools, played: await readPlayed(), newId: context.newId }
      await change(platform, rules.generateScheduleDecider, context, { type: 'GenerateSchedule', data })
      return current()
    },
    { current },
  )
}

export function placeGameRoute(platform: EditionPlatform): Route {
  const current = () => answerDraft(platform.current)
  return route(
    tournamentApi.placeGame,
    async ({ params: { id: game }, body: { round_id: round, field_id: field } }, context) => {
      await change(platform, rules.placeGameDecider, context, { type: 'PlaceGame', data: { game, round, field } })
      return current()
    },
    { current },
  )
}

export function publishScheduleRoute(platform: EditionPlatform): Route {
  const current = () => answerDraft(platform.current)
  return route(
    tournamentApi.publishSchedule,
    async (_, context) => {
      await change(platform, rules.publishScheduleDecider, context, { type: 'PublishSchedule', data: {} })
      return current()
    },
    { current },
  )
}

export function shiftScheduleRoute(platform: EditionPlatform): Route {
  return route(tournamentApi.shiftSchedule, async ({ body: { from, minutes, preview } }, context) => {
    const data = { from, minutes, played: await readPlayed() }
    const [{ schedule }, names] = await Promise.all([
      readStoredSchedule(platform.current),
      readTeamNames(platform.current),
    ])
    const command = { type: 'DelaySchedule', data, metadata: { now: context.command.now } } as const
    const after = rules.delaySchedule(command, schedule).reduce(rules.evolve, schedule)
    if (!preview) await change(platform, rules.delayScheduleDecider, context, command)
    const nameOf = (team: string) => names.get(team) ?? removedTeam
    return { status: 200, body: { applied: !preview, ...describeShift(schedule.published, after.published, nameOf) } }
  })
}

/** What a delay moves, and what a director should know before: games in the dark, on the next day, or without rest. */
function describeShift(
  before: Plan | null,
  after: Plan | null,
  nameOf: (team: string) => string,
): Pick<Shifted, 'moved' | 'problems'> {
  if (!before || !after) return { moved: [], problems: [] }
  const moved = after.games.flatMap((game, index) => {
    const [from, to] = [timeOf(before.games[index] ?? game, before), timeOf(game, after)]
    return from && to && from.start !== to.start ? [{ game, from, to }] : []
  })
  const late = moved.flatMap(({ game, from, to }) => {
    if (to.end.slice(0, 10) !== from.start.slice(0, 10)) return [`${nameGame(game)} would run past midnight.`]
    return to.end.slice(11, 16) > dusk ? [`${nameGame(game)} would end at ${clockTime(to.end)}, after dusk.`] : []
  })
  const known = new Set(findConflicts(before, nameOf).map(({ sentence }) => sentence))
  const conflicts = findConflicts(after, nameOf).filter(({ sentence }) => !known.has(sentence))
  return {
    moved: moved.map(({ game: { id }, from, to }) => ({ id, from: from.start, to: to.start })),
    problems: [...late, ...conflicts.map(({ sentence }) => sentence)],
  }
}

export function undoShiftRoute(platform: EditionPlatform): Route {
  return route(tournamentApi.undoShift, async (_, context) => {
    await change(platform, rules.undoDelayDecider, context, { type: 'UndoDelay', data: {} })
    return answerDraft(platform.current)
  })
}

/** Games with a score. None yet: scores come with their own slice. */
const readPlayed = async (): Promise<ReadonlySet<string>> => new Set()
