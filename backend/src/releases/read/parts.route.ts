import { releasesApi } from '@ultimate/events/releases/api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { countError } from './part-errors.query.ts'
import { knownParts, listParts, releasesOf } from './parts.view.ts'

/** A release token sees the part that it is for. */
export function listPartsRoute({ sql }: Platform, host: PartHost): Route {
  return route(releasesApi.listParts, async (_, { user }) => ({
    status: 200,
    body: { parts: await listParts(sql, host, user?.confinedTo) },
  }))
}

/** Counts errors of known parts and versions alone, so that no client can fill the metrics with invented names. */
export function reportPartErrorRoute({ sql, metrics }: Platform, host: PartHost): Route {
  const failed = metrics.counter('part_errors_total', 'Errors of parts that pages told of.', ['part', 'version'])
  return route(releasesApi.reportPartError, async ({ body: { part: name, version } }) => {
    const part = (await knownParts(sql, host)).find((one) => one.name === name)
    if (part && releasesOf(part).some((release) => release.version === version)) {
      failed({ part: name, version })
      await countError(sql, name, version)
    }
    return { status: 204, body: undefined }
  })
}
