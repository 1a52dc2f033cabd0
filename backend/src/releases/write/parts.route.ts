import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { releasesApi, releasesErrors } from '@ultimate/events/releases/api.ts'
import type { ReleaseFacts } from '@ultimate/events/releases/events.ts'
import {
  activatePartDecider,
  addPartDecider,
  partStream,
  releasePartDecider,
  rollBackPartDecider,
} from '@ultimate/events/releases/released-part.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { dropUnlessReleased, storeArchive } from '../archives/archives.query.ts'
import { rehearseUnpacking } from '../archives/folders.ts'
import { type InspectedRelease, inspectAddress, inspectArchive } from '../archives/look-up.ts'
import { invalidRelease } from '../archives/tar.ts'
import { builtInVersion, findPart, listReleases, presentPart, requireFit } from '../read/parts.view.ts'
import { computeHash, newToken } from '../secrets/tokens.ts'
import { endTokensDecider, issueTokenDecider } from './release-tokens.decider.ts'

export const partRoutes = (platform: Platform, host: PartHost): Route[] => [
  addPartRoute(platform, host),
  releasePartRoute(platform, host),
  activatePartRoute(platform, host),
  rollBackPartRoute(platform, host),
  issueTokenRoute(platform, host),
  endTokensRoute(platform, host),
]

function addPartRoute(platform: Platform, host: PartHost): Route {
  const { sql } = platform
  return commandRoute(platform, releasesApi.addPart, async ({ body: { name } }, { send }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    await send(addPartDecider, partStream(name), { type: 'AddPart', data })
    return { status: 201, body: await presentPart(sql, host, name) }
  })
}

/**
 * Stores the bytes first and the event second: a crash between the two leaves bytes that no release names and no
 * visitor is served.
 */
function releasePartRoute(platform: Platform, host: PartHost): Route {
  const { sql, configuration } = platform
  return commandRoute(platform, releasesApi.releasePart, async ({ params: { name }, body }, { send }) => {
    const { version, archive, manifest = '' } = body
    await findPart(sql, host, name)
    const bytes = await archive?.bytes()
    const inspected = bytes ? await inspectArchive(name, bytes) : await inspectAddress(name, manifest)
    if (inspected.version !== version)
      throw invalidRelease('version', `The manifest is that of version ${inspected.version}, not of ${version}.`)
    await requireFit(host, name, inspected)
    if (bytes) await rehearseUnpacking(configuration.partsDir, bytes)
    const data = { release: toFacts(inspected, archive ? null : manifest), builtIn: await builtInVersion(host, name) }
    await storeArchive(sql, inspected)
    try {
      await send(releasePartDecider, partStream(name), { type: 'ReleasePart', data })
    } catch (error) {
      if (error instanceof DomainError) await dropUnlessReleased(sql, name, inspected)
      throw error
    }
    const release = listReleases(await findPart(sql, host, name)).find((listed) => listed.version === version)
    return { status: 201, body: { release: release ?? releasesErrors.fail('RELEASE_NOT_FOUND') } }
  })
}

function toFacts(
  { version, contract, needs, size, integrity, digest }: InspectedRelease,
  address: string | null,
): ReleaseFacts {
  const source: ReleaseFacts['source'] =
    address === null ? { kind: 'archive', digest } : { kind: 'address', manifest: address, digest }
  return { version, contract, needs, size, integrity, source }
}

/** Checks again whether the release fits, because the site may have changed since it was released. */
function activatePartRoute(platform: Platform, host: PartHost): Route {
  const { sql } = platform
  return commandRoute(
    platform,
    releasesApi.activatePart,
    async ({ params: { name }, body }, { expectedVersion, send }) => {
      const { version, percent = null } = body
      const release = listReleases(await findPart(sql, host, name)).find((listed) => listed.version === version)
      if (release) await requireFit(host, name, release)
      const data = { version, percent, builtIn: await builtInVersion(host, name) }
      await send(activatePartDecider, partStream(name), { type: 'ActivatePart', data }, { expectedVersion })
      return { status: 200, body: await presentPart(sql, host, name) }
    },
  )
}

function rollBackPartRoute(platform: Platform, host: PartHost): Route {
  const { sql } = platform
  return commandRoute(platform, releasesApi.rollBackPart, async ({ params: { name } }, { expectedVersion, send }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    await send(rollBackPartDecider, partStream(name), { type: 'RollBackPart', data }, { expectedVersion })
    return { status: 200, body: await presentPart(sql, host, name) }
  })
}

/** Only this answer ever contains the token: the log and the rows have its hash. */
function issueTokenRoute(platform: Platform, host: PartHost): Route {
  return commandRoute(platform, releasesApi.issueToken, async ({ params: { name } }, { send }) => {
    const token = newToken(name)
    const data = { hash: computeHash(token), builtIn: await builtInVersion(host, name) }
    await send(issueTokenDecider, partStream(name), { type: 'IssueToken', data })
    return { status: 201, body: { token } }
  })
}

function endTokensRoute(platform: Platform, host: PartHost): Route {
  return commandRoute(platform, releasesApi.endTokens, async ({ params: { name } }, { send }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    await send(endTokensDecider, partStream(name), { type: 'EndTokens', data })
    return { status: 204, body: undefined }
  })
}
