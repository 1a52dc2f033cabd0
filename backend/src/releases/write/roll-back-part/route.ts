import { releasesApi } from '@ultimate/events/releases/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { PartHost } from '../../../platform/http/site/part-releases.ts'
import type { Platform } from '../../../platform/module.ts'
import { builtInVersion, presentPart } from '../../read/parts/query.ts'
import { partStream } from '../part.ts'
import { type RollBackPart, rollBackPartDecider } from './decide.ts'

export function rollBackPartRoute({ commands, sql }: Platform, host: PartHost): Route {
  return route(releasesApi.rollBackPart, async ({ params: { name } }, { command: context, expectedVersion }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    const command: RollBackPart = { type: 'RollBackPart', data, metadata: { now: context.now } }
    await commands.handle(rollBackPartDecider, { stream: partStream(name), command, expectedVersion }, context)
    return { status: 200, body: await presentPart(sql, host, name) }
  })
}
