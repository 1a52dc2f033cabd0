import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import {
  type PublishPools,
  publishPoolsDecider,
  type SavePools,
  savePoolsDecider,
  type UnpublishPools,
  unpublishPoolsDecider,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { poolsStream } from '@ultimate/events/tournament/pools/pools-state.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { poolsState } from '../../read/pools/answer.ts'
import { readDivisions } from '../../read/pools/pools.view.ts'
import { freeLostPlaces } from './free-places.ts'

export function savePoolsRoute({ commands, current }: Platform): Route {
  return route(
    tournamentApi.savePools,
    async ({ body: { division, pools } }, { command: context, expectedVersion }) => {
      const command: SavePools = {
        type: 'SavePools',
        data: { division, pools, teams: await readDivisions(current) },
        metadata: { now: context.now },
      }
      const handling = { stream: poolsStream(division, current.edition), command, expectedVersion }
      await commands.handle(savePoolsDecider, handling, context)
      await freeLostPlaces({ commands, current }, context)
      return poolsState(current, division)
    },
    { current: ({ body: { division } }) => poolsState(current, division) },
  )
}

export function publishPoolsRoute({ commands, current }: Platform): Route {
  return route(
    tournamentApi.publishPools,
    async ({ body: { division } }, { command: context, expectedVersion }) => {
      const command: PublishPools = {
        type: 'PublishPools',
        data: { teams: await readDivisions(current) },
        metadata: { now: context.now },
      }
      const handling = { stream: poolsStream(division, current.edition), command, expectedVersion }
      await commands.handle(publishPoolsDecider, handling, context)
      return poolsState(current, division)
    },
    { current: ({ body: { division } }) => poolsState(current, division) },
  )
}

export function unpublishPoolsRoute({ commands, current }: Platform): Route {
  return route(
    tournamentApi.unpublishPools,
    async ({ params: { division } }, { command: context, expectedVersion }) => {
      const command: UnpublishPools = { type: 'UnpublishPools', data: {}, metadata: { now: context.now } }
      const handling = { stream: poolsStream(division, current.edition), command, expectedVersion }
      await commands.handle(unpublishPoolsDecider, handling, context)
      return poolsState(current, division)
    },
    { current: ({ params: { division } }) => poolsState(current, division) },
  )
}
