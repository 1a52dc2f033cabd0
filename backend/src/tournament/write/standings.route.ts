import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import * as rules from '@ultimate/events/tournament/weekend/standings-rules.ts'
import { listShared, playWeekend } from '@ultimate/events/tournament/weekend/weekend.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readStandingsRules } from '../read/standings-rules.view.ts'
import { answerStandings, readWeekend } from '../read/weekend.query.ts'

export const standingsRoutes = (platform: Platform): Route[] => [
  changeTiebreaksRoute(platform),
  decideTieRoute(platform),
]

async function answerTiebreaks(current: Edition) {
  const { rules: stored, version } = await readStandingsRules(current)
  return {
    status: 200,
    body: { tiebreaks: [...stored.tiebreaks], ties_in_pools: stored.tiesInPools },
    version,
  }
}

function changeTiebreaksRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.changeTiebreaks,
    async ({ body: { tiebreaks, ties_in_pools: tiesInPools } }, { expectedVersion, send, current }) => {
      const stream = rules.standingsStream(current.edition)
      const command = { type: 'ChangeTiebreaks', data: { tiebreaks, tiesInPools } } as const
      await send(rules.changeTiebreaksDecider, stream, command, { expectedVersion })
      return answerTiebreaks(current)
    },
    { answerIfStale: (_, { current }) => answerTiebreaks(current) },
  )
}

function decideTieRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    tournamentApi.decideTie,
    async ({ params: { division }, body: { pool_id: id, order, reason } }, { expectedVersion, send, current }) => {
      const { facts } = await readWeekend(current)
      // Earlier decisions of staff are left out, so that staff can decide anew.
      const { pools } = playWeekend({ ...facts, rules: { ...facts.rules, decisions: [] } })
      const standings =
        pools.find(({ pool }) => pool.id === id && pool.division === division) ??
        tournamentErrors.fail('POOL_NOT_FOUND')
      const data = { pool: { id, name: standings.pool.name }, order, reason, tied: listShared(standings) }
      const stream = rules.standingsStream(current.edition)
      await send(rules.decideTieDecider, stream, { type: 'DecideTie', data }, { expectedVersion })
      return answerStandings(await readWeekend(current), division)
    },
    {
      answerIfStale: async ({ params: { division } }, { current }) =>
        answerStandings(await readWeekend(current), division),
    },
  )
}
