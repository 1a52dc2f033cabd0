import { randomInt } from 'node:crypto'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { changeSettingsDecider, storeEditionSettings } from '@ultimate/events/tournament/weekend/change-settings.ts'
import type { ScheduleEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { generateScheduleDecider } from '@ultimate/events/tournament/weekend/generate-schedule.ts'
import { settingsOfEdition } from '@ultimate/events/tournament/weekend/plan.ts'
import * as rules from '@ultimate/events/tournament/weekend/schedule.ts'
import { type CommandRequest, commandRoute, type Untimed } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { answerDraft } from '../read/schedule.route.ts'
import { readPoolsToPlay, readTeamNames } from '../read/schedule.view.ts'
import { listPlayed, readWeekend, showGames } from '../read/weekend.query.ts'

export const scheduleRoutes = (platform: Platform): Route[] => [
  changeScheduleSettingsRoute(platform),
  generateScheduleRoute(platform),
  placeGameRoute(platform),
  publishScheduleRoute(platform),
  leaveGamesRoute(platform),
]

export type ScheduleDecider<C extends TimedCommand> = Decider<rules.Schedule, C, ScheduleEvent>

/** Sends a command to the schedule of the edition. The first change also stores the settings of the edition. */
export async function changeSchedule<C extends TimedCommand>(
  decider: ScheduleDecider<C>,
  command: Untimed<NoInfer<C>>,
  { send, current, expectedVersion }: CommandRequest,
): Promise<void> {
  const deciderWithSettings = storeEditionSettings(decider, settingsOfEdition(await current.facts()))
  await send(deciderWithSettings, rules.scheduleStream(current.edition), command, { expectedVersion })
}

const readDraft = (_: unknown, { current }: CommandRequest) => answerDraft(current)

function changeScheduleSettingsRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.changeScheduleSettings,
    async ({ body: settings }, context) => {
      await changeSchedule(changeSettingsDecider, { type: 'ChangeSettings', data: { settings } }, context)
      return answerDraft(context.current)
    },
    { answerIfStale: readDraft },
  )
}

function generateScheduleRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.generateSchedule,
    async ({ body: { seed = randomInt(2 ** 31) } }, context) => {
      const [pools, weekend] = await Promise.all([readPoolsToPlay(context.current), readWeekend(context.current)])
      const data = { seed, pools, played: listPlayed(weekend), newId: context.newId }
      await changeSchedule(generateScheduleDecider, { type: 'GenerateSchedule', data }, context)
      return answerDraft(context.current)
    },
    { answerIfStale: readDraft },
  )
}

function placeGameRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.placeGame,
    async ({ params: { id: game }, body: { round_id: round, field_id: field, swap_with: swapWith } }, context) => {
      const data = { game, round, field, swapWith }
      await changeSchedule(rules.placeGameDecider, { type: 'PlaceGame', data }, context)
      return answerDraft(context.current)
    },
    { answerIfStale: readDraft },
  )
}

function publishScheduleRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.publishSchedule,
    async (_, context) => {
      await changeSchedule(rules.publishScheduleDecider, { type: 'PublishSchedule', data: {} }, context)
      return answerDraft(context.current)
    },
    { answerIfStale: readDraft },
  )
}

/** Answers with all games of the team. */
function leaveGamesRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.leaveGames, async ({ body: { team_id: team, reason } }, context) => {
    const teamNames = await readTeamNames(context.current)
    if (!teamNames.has(team)) tournamentErrors.fail('TEAM_NOT_FOUND')
    await changeSchedule(rules.leaveGamesDecider, { type: 'LeaveGames', data: { team, reason } }, context)
    const after = await readWeekend(context.current)
    const games = showGames(after.facts.games, after.schedule.published ?? after.schedule.draft, after)
    return {
      status: 200,
      body: { games: games.filter(({ home, away }) => [home.team?.id, away.team?.id].includes(team)) },
    }
  })
}
