import { releasesApi } from '@ultimate/events/releases/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { PartHost } from '../../../platform/http/site/part-releases.ts'
import type { Platform } from '../../../platform/module.ts'
import { builtInVersion } from '../../read/parts/query.ts'
import { hashOf, newToken } from '../../secrets/tokens.ts'
import { partStream } from '../part.ts'
import { type IssueToken, issueTokenDecider } from './decide.ts'

export function issueTokenRoute({ commands }: Platform, host: PartHost): Route {
  return route(releasesApi.issueToken, async ({ params: { name } }, { command: context }) => {
    const token = newToken(name)
    const data = { hash: hashOf(token), builtIn: await builtInVersion(host, name) }
    const command: IssueToken = { type: 'IssueToken', data, metadata: { now: context.now } }
    await commands.handle(issueTokenDecider, { stream: partStream(name), command }, context)
    return { status: 201, body: { token } }
  })
}
