import { activatePartDecider, rollBackPartDecider } from '@ultimate/events/releases/activate-part.ts'
import { releasesApi } from '@ultimate/events/releases/api.ts'
import { partStream } from '@ultimate/events/releases/part-state.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { builtInVersion, findPart, listReleases, presentPart, requireFit } from '../read/parts.view.ts'

/** The site may have changed since the release, so whether it fits is asked again. */
export function activatePartRoute(platform: Platform, host: PartHost): Route {
  const { sql } = platform
  return commandRoute(
    platform,
    releasesApi.activatePart,
    async ({ params: { name }, body }, { expectedVersion, send }) => {
      const { version, percent = null } = body
      const release = listReleases(await findPart(sql, host, name)).find((one) => one.version === version)
      if (release) await requireFit(host, name, release)
      const data = { version, percent, builtIn: await builtInVersion(host, name) }
      await send(activatePartDecider, partStream(name), { type: 'ActivatePart', data }, { expectedVersion })
      return { status: 200, body: await presentPart(sql, host, name) }
    },
  )
}

export function rollBackPartRoute(platform: Platform, host: PartHost): Route {
  const { sql } = platform
  return commandRoute(platform, releasesApi.rollBackPart, async ({ params: { name } }, { expectedVersion, send }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    await send(rollBackPartDecider, partStream(name), { type: 'RollBackPart', data }, { expectedVersion })
    return { status: 200, body: await presentPart(sql, host, name) }
  })
}
