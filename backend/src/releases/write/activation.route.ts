import {
  type ActivatePart,
  activatePartDecider,
  type RollBackPart,
  rollBackPartDecider,
} from '@ultimate/events/releases/activate-part.ts'
import { releasesApi } from '@ultimate/events/releases/api.ts'
import { partStream } from '@ultimate/events/releases/part-state.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { builtInVersion, findPart, presentPart, releasesOf, requireFit } from '../read/parts.view.ts'

/** The site may have changed since the release, so whether it fits is asked again. */
export function activatePartRoute({ commands, sql }: Platform, host: PartHost): Route {
  return route(releasesApi.activatePart, async ({ params: { name }, body }, { command: context, expectedVersion }) => {
    const { version, percent = null } = body
    const release = releasesOf(await findPart(sql, host, name)).find((one) => one.version === version)
    if (release) await requireFit(host, name, release)
    const data = { version, percent, builtIn: await builtInVersion(host, name) }
    const command: ActivatePart = { type: 'ActivatePart', data, metadata: { now: context.now } }
    await commands.handle(activatePartDecider, { stream: partStream(name), command, expectedVersion }, context)
    return { status: 200, body: await presentPart(sql, host, name) }
  })
}

export function rollBackPartRoute({ commands, sql }: Platform, host: PartHost): Route {
  return route(releasesApi.rollBackPart, async ({ params: { name } }, { command: context, expectedVersion }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    const command: RollBackPart = { type: 'RollBackPart', data, metadata: { now: context.now } }
    await commands.handle(rollBackPartDecider, { stream: partStream(name), command, expectedVersion }, context)
    return { status: 200, body: await presentPart(sql, host, name) }
  })
}
