import { releasesApi } from '@ultimate/events/releases/api.ts'
import { partStream } from '@ultimate/events/releases/part-state.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { builtInVersion } from '../read/parts.view.ts'
import { hashOf, newToken } from '../secrets/tokens.ts'
import { type EndTokens, endTokensDecider, type IssueToken, issueTokenDecider } from './release-tokens.decider.ts'

/** The answer is the only place that ever holds the token: the log and the rows have its hash. */
export function issueTokenRoute({ commands }: Platform, host: PartHost): Route {
  return route(releasesApi.issueToken, async ({ params: { name } }, { command: context }) => {
    const token = newToken(name)
    const data = { hash: hashOf(token), builtIn: await builtInVersion(host, name) }
    const command: IssueToken = { type: 'IssueToken', data, metadata: { now: context.now } }
    await commands.handle(issueTokenDecider, { stream: partStream(name), command }, context)
    return { status: 201, body: { token } }
  })
}

export function endTokensRoute({ commands }: Platform, host: PartHost): Route {
  return route(releasesApi.endTokens, async ({ params: { name } }, { command: context }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    const command: EndTokens = { type: 'EndTokens', data, metadata: { now: context.now } }
    await commands.handle(endTokensDecider, { stream: partStream(name), command }, context)
    return { status: 204, body: undefined }
  })
}
