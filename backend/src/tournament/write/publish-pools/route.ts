import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { poolsState } from '../../read/pools/answer.ts'
import { readDivisions } from '../../read/pools/query.ts'
import { evolve, initialState, poolsStream } from '../pools.ts'
import { type PublishPools, publishPools } from './decide.ts'

export const publishPoolsDecider = { decide: publishPools, evolve, initialState }

export function publishPoolsRoute({ commands, sql }: Platform): Route {
  return route(
    tournamentApi.publishPools,
    async ({ body: { division } }, { command: context, expectedVersion }) => {
      const command: PublishPools = {
        type: 'PublishPools',
        data: { teams: await readDivisions(sql) },
        metadata: { now: context.now },
      }
      const handling = {
        stream: poolsStream(division),
        command,
        expectedVersion,
      }
      await commands.handle(publishPoolsDecider, handling, context)
      return poolsState(sql, division)
    },
    { current: ({ body: { division } }) => poolsState(sql, division) },
  )
}
