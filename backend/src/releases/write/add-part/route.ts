import { releasesApi } from '@ultimate/events/releases/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { PartHost } from '../../../platform/http/site/part-releases.ts'
import type { Platform } from '../../../platform/module.ts'
import { builtInVersion, presentPart } from '../../read/parts/query.ts'
import { partStream } from '../part.ts'
import { type AddPart, addPartDecider } from './decide.ts'

export function addPartRoute({ commands, sql }: Platform, host: PartHost): Route {
  return route(releasesApi.addPart, async ({ body: { name } }, { command: context }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    const command: AddPart = { type: 'AddPart', data, metadata: { now: context.now } }
    await commands.handle(addPartDecider, { stream: partStream(name), command }, context)
    return { status: 201, body: await presentPart(sql, host, name) }
  })
}
