import {
  poolsStream,
  publishPoolsDecider,
  savePoolsDecider,
  unpublishPoolsDecider,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { poolsApi } from '@ultimate/events/tournament/pools/pools-api.ts'
import { commandRoute } from '../../../platform/commands.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { answerPools, readDivisionByTeam } from '../../read/pools/pools.view.ts'
import { freeLostPlaces } from './lost-places.ts'

export const poolsRoutes = (platform: Platform): Route[] => [
  savePoolsRoute(platform),
  publishPoolsRoute(platform),
  unpublishPoolsRoute(platform),
]

function savePoolsRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    poolsApi.savePools,
    async ({ body: { division, pools } }, { send, current, expectedVersion }) => {
      const data = { division, pools, divisionByTeam: await readDivisionByTeam(current) }
      const stream = poolsStream(division, current.edition)
      await send(savePoolsDecider, stream, { type: 'SavePools', data }, { expectedVersion })
      // A team may have been removed while these pools were saved.
      await freeLostPlaces({ send, current })
      return answerPools(current, division)
    },
    { answerIfStale: ({ body: { division } }, { current }) => answerPools(current, division) },
  )
}

function publishPoolsRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    poolsApi.publishPools,
    async ({ body: { division } }, { expectedVersion, send, current }) => {
      const divisionByTeam = await readDivisionByTeam(current)
      const data = { registeredTeams: new Set(divisionByTeam.keys()) }
      const stream = poolsStream(division, current.edition)
      // `freeLostPlaces` is not needed: the teams were in the draft already, so the removal of a team frees its places.
      await send(publishPoolsDecider, stream, { type: 'PublishPools', data }, { expectedVersion })
      return answerPools(current, division)
    },
    { answerIfStale: ({ body: { division } }, { current }) => answerPools(current, division) },
  )
}

function unpublishPoolsRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    poolsApi.unpublishPools,
    async ({ params: { division } }, { expectedVersion, send, current }) => {
      const stream = poolsStream(division, current.edition)
      await send(unpublishPoolsDecider, stream, { type: 'UnpublishPools', data: {} }, { expectedVersion })
      return answerPools(current, division)
    },
    { answerIfStale: ({ params: { division } }, { current }) => answerPools(current, division) },
  )
}
