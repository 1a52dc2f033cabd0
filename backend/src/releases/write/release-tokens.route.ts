import { releasesApi } from '@ultimate/events/releases/api.ts'
import { partStream } from '@ultimate/events/releases/part-state.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { builtInVersion } from '../read/parts.view.ts'
import { computeHash, newToken } from '../secrets/tokens.ts'
import { endTokensDecider, issueTokenDecider } from './release-tokens.decider.ts'

/** The answer is the only place that ever holds the token: the log and the rows have its hash. */
export function issueTokenRoute(platform: Platform, host: PartHost): Route {
  return commandRoute(platform, releasesApi.issueToken, async ({ params: { name } }, { send }) => {
    const token = newToken(name)
    const data = { hash: computeHash(token), builtIn: await builtInVersion(host, name) }
    await send(issueTokenDecider, partStream(name), { type: 'IssueToken', data })
    return { status: 201, body: { token } }
  })
}

export function endTokensRoute(platform: Platform, host: PartHost): Route {
  return commandRoute(platform, releasesApi.endTokens, async ({ params: { name } }, { send }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    await send(endTokensDecider, partStream(name), { type: 'EndTokens', data })
    return { status: 204, body: undefined }
  })
}
