import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { poolsState } from '../../read/pools/answer.ts'
import { readDivisions } from '../../read/pools/query.ts'
import { freePlacesOfRemoved } from '../free-places/free-places.ts'
import { poolsStream } from '../pools.ts'
import { type SavePools, savePoolsDecider } from './decide.ts'

export function savePoolsRoute({ commands, current }: EditionPlatform): Route {
  return route(
    tournamentApi.savePools,
    async ({ body: { division, pools } }, { command: context, expectedVersion }) => {
      const command: SavePools = {
        type: 'SavePools',
        data: { division, pools, teams: await readDivisions(current) },
        metadata: { now: context.now },
      }
      const handling = {
        stream: poolsStream(division, current.edition),
        command,
        expectedVersion,
      }
      await commands.handle(savePoolsDecider, handling, context)
      await freePlacesOfRemoved({ commands, current }, context)
      return poolsState(current, division)
    },
    { current: ({ body: { division } }) => poolsState(current, division) },
  )
}
