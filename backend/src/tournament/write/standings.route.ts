import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import * as rules from '@ultimate/events/tournament/weekend/standings-rules.ts'
import { listShared, playWeekend } from '@ultimate/events/tournament/weekend/weekend.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { answerStandings } from '../read/games.route.ts'
import { readStandingsRules } from '../read/standings-rules.view.ts'
import { readWeekend } from '../read/weekend.query.ts'

async function answerTiebreaks(current: Edition) {
  const { rules: stored, version } = await readStandingsRules(current)
  return {
    status: 200,
    body: { tiebreaks: [...stored.tiebreaks], ties_in_pools: stored.tiesInPools },
    version,
  }
}

export function changeTiebreaksRoute({ commands, current }: Platform): Route {
  return route(
    tournamentApi.changeTiebreaks,
    async ({ body: { tiebreaks, ties_in_pools: tiesInPools } }, { command: context, expectedVersion }) => {
      const command: rules.ChangeTiebreaks = {
        type: 'ChangeTiebreaks',
        data: { tiebreaks, tiesInPools },
        metadata: { now: context.now },
      }
      const stream = rules.standingsStream(current.edition)
      await commands.handle(rules.changeTiebreaksDecider, { stream, command, expectedVersion }, context)
      return answerTiebreaks(current)
    },
    { current: () => answerTiebreaks(current) },
  )
}

export function decideTieRoute({ commands, current }: Platform): Route {
  return route(
    tournamentApi.decideTie,
    async ({ params: { division }, body: { pool_id: id, order, reason } }, { command: context, expectedVersion }) => {
      const { facts } = await readWeekend(current)
      // As if staff had not decided yet: what they decided before can be decided anew.
      const { pools } = playWeekend({ ...facts, rules: { ...facts.rules, decisions: [] } })
      const standings =
        pools.find(({ pool }) => pool.id === id && pool.division === division) ??
        tournamentErrors.fail('POOL_NOT_FOUND')
      const { name } = standings.pool
      const command: rules.DecideTie = {
        type: 'DecideTie',
        data: { pool: { id, name }, order, reason, tied: listShared(standings) },
        metadata: { now: context.now },
      }
      const stream = rules.standingsStream(current.edition)
      await commands.handle(rules.decideTieDecider, { stream, command, expectedVersion }, context)
      return answerStandings(await readWeekend(current), division)
    },
    { current: async ({ params: { division } }) => answerStandings(await readWeekend(current), division) },
  )
}
