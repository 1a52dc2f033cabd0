import { releasesApi } from '@ultimate/events/releases/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { PartHost } from '../../../platform/http/site/part-releases.ts'
import type { Platform } from '../../../platform/module.ts'
import { listParts } from './query.ts'

/** A release token sees the part that it is for. */
export function listPartsRoute({ sql }: Platform, host: PartHost): Route {
  return route(releasesApi.listParts, async (_, { user }) => ({
    status: 200,
    body: { parts: await listParts(sql, host, user?.confinedTo) },
  }))
}
