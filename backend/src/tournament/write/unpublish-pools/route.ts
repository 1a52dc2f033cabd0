import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { poolsState } from '../../read/pools/answer.ts'
import { evolve, initialState, poolsStream } from '../pools.ts'
import { type UnpublishPools, unpublishPools } from './decide.ts'

const decider = { decide: unpublishPools, evolve, initialState }

export function unpublishPoolsRoute({ commands, sql }: Platform): Route {
  return route(
    tournamentApi.unpublishPools,
    async ({ params: { division } }, { command: context, expectedVersion }) => {
      const command: UnpublishPools = { type: 'UnpublishPools', data: {}, metadata: { now: context.now } }
      const handling = {
        stream: poolsStream(division),
        command,
        expectedVersion,
      }
      await commands.handle(decider, handling, context)
      return poolsState(sql, division)
    },
    { current: ({ params: { division } }) => poolsState(sql, division) },
  )
}
