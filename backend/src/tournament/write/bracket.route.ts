import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import {
  makeBracketDecider,
  postBracketDecider,
  unpostBracketDecider,
} from '@ultimate/events/tournament/weekend/post-bracket.ts'
import { gamesInPlay, type MadeBracket, type Schedule } from '@ultimate/events/tournament/weekend/schedule.ts'
import { describeOpenPools, playWeekend, seedTeams } from '@ultimate/events/tournament/weekend/weekend.ts'
import { commandRoute, foresee } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import {
  answerBracket,
  listPlayed,
  listPools,
  readWeekend,
  showBracket,
  type WeekendState,
} from '../read/weekend.query.ts'
import { changeSchedule } from './schedule.route.ts'

export const bracketRoutes = (platform: Platform): Route[] => [
  makeBracketRoute(platform),
  postBracketRoute(platform),
  unpostBracketRoute(platform),
]

function makeBracketRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.makeBracket, async ({ params, body: { preview } }, context) => {
    const { division } = params
    const before = await readWeekend(context.current)
    const pools = listPools(before, division)
    const data = {
      division,
      seeds: seedTeams(pools),
      open: describeOpenPools(pools, before.nameOf),
      played: listPlayed(before),
      newId: context.newId,
    }
    const command = { type: 'MakeBracket', data } as const
    if (preview) {
      const { now } = context.commandContext
      const schedule = foresee(makeBracketDecider, command, { state: before.schedule, now })
      return answerMade(withSchedule(before, schedule), division)
    }
    await changeSchedule(makeBracketDecider, command, context)
    return answerMade(await readWeekend(context.current), division)
  })
}

/** Returns the weekend as it would be with this schedule. */
function withSchedule(state: WeekendState, schedule: Schedule): WeekendState {
  const facts = { ...state.facts, games: gamesInPlay(schedule), brackets: schedule.brackets }
  return { ...state, schedule, facts, weekend: playWeekend(facts) }
}

function answerMade(state: WeekendState, division: Division) {
  // `MakeBracket` has just made it, or failed.
  const made = state.schedule.brackets[division] as MadeBracket
  return { status: 200, body: { bracket: showBracket(made, { division, plan: state.schedule.draft }, state) } }
}

function postBracketRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.postBracket, async ({ params: { division } }, context) => {
    await changeSchedule(postBracketDecider, { type: 'PostBracket', data: { division } }, context)
    return answerBracket(await readWeekend(context.current), division, true)
  })
}

function unpostBracketRoute(platform: Platform): Route {
  return commandRoute(platform, tournamentApi.unpostBracket, async ({ params: { division } }, context) => {
    await changeSchedule(unpostBracketDecider, { type: 'UnpostBracket', data: { division } }, context)
    return answerBracket(await readWeekend(context.current), division, true)
  })
}
