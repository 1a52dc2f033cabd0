import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { poolsState } from '../../read/pools/answer.ts'
import { readDivisions } from '../../read/pools/query.ts'
import { freePlacesOfRemoved } from '../free-places/free-places.ts'
import { evolve, initialState, poolsStream } from '../pools.ts'
import { type SavePools, savePools } from './decide.ts'

export const savePoolsDecider = { decide: savePools, evolve, initialState }

export function savePoolsRoute({ commands, sql }: Platform): Route {
  return route(
    tournamentApi.savePools,
    async ({ body: { division, pools } }, { command: context, expectedVersion }) => {
      const command: SavePools = {
        type: 'SavePools',
        data: { division, pools, teams: await readDivisions(sql) },
        metadata: { now: context.now },
      }
      const handling = {
        stream: poolsStream(division),
        command,
        expectedVersion,
      }
      await commands.handle(savePoolsDecider, handling, context)
      await freePlacesOfRemoved({ commands, sql }, context)
      return poolsState(sql, division)
    },
    { current: ({ body: { division } }) => poolsState(sql, division) },
  )
}
