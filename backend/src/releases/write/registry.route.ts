import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { releasesApi, releasesErrors } from '@ultimate/events/releases/api.ts'
import type { ReleaseFacts } from '@ultimate/events/releases/events.ts'
import { partStream } from '@ultimate/events/releases/part-state.ts'
import {
  type AddPart,
  addPartDecider,
  type ReleasePart,
  releasePartDecider,
} from '@ultimate/events/releases/release-part.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { dropUnlessReleased, keep } from '../archives/archives.query.ts'
import { rehearse } from '../archives/folders.ts'
import { type LookedAt, lookThrough, lookUp } from '../archives/look-up.ts'
import { invalidRelease } from '../archives/tar.ts'
import { builtInVersion, findPart, presentPart, releasesOf, requireFit } from '../read/parts.view.ts'

export function addPartRoute({ commands, sql }: Platform, host: PartHost): Route {
  return route(releasesApi.addPart, async ({ body: { name } }, { command: context }) => {
    const data = { builtIn: await builtInVersion(host, name) }
    const command: AddPart = { type: 'AddPart', data, metadata: { now: context.now } }
    await commands.handle(addPartDecider, { stream: partStream(name), command }, context)
    return { status: 201, body: await presentPart(sql, host, name) }
  })
}

/**
 * Stores the bytes first and the event second: a crash between the two leaves bytes that no release names and no
 * visitor is served.
 */
export function releasePartRoute({ commands, sql, configuration }: Platform, host: PartHost): Route {
  return route(releasesApi.releasePart, async ({ params: { name }, body }, { command: context }) => {
    const { version, archive, manifest = '' } = body
    await findPart(sql, host, name)
    const bytes = await archive?.bytes()
    const looked = bytes ? await lookThrough(name, bytes) : await lookUp(name, manifest)
    if (looked.version !== version)
      throw invalidRelease('version', `The manifest is that of version ${looked.version}, not of ${version}.`)
    await requireFit(host, name, looked)
    if (bytes) await rehearse(configuration.partsDir, bytes)
    const data = { release: factsOf(looked, archive ? null : manifest), builtIn: await builtInVersion(host, name) }
    const command: ReleasePart = { type: 'ReleasePart', data, metadata: { now: context.now } }
    await keep(sql, looked)
    try {
      await commands.handle(releasePartDecider, { stream: partStream(name), command }, context)
    } catch (error) {
      if (error instanceof DomainError) await dropUnlessReleased(sql, name, looked)
      throw error
    }
    const release = releasesOf(await findPart(sql, host, name)).find((one) => one.version === version)
    return { status: 201, body: { release: release ?? releasesErrors.fail('RELEASE_NOT_FOUND') } }
  })
}

function factsOf(
  { version, contract, needs, size, integrity, digest }: LookedAt,
  address: string | null,
): ReleaseFacts {
  const source: ReleaseFacts['source'] =
    address === null ? { kind: 'archive', digest } : { kind: 'address', manifest: address, digest }
  return { version, contract, needs, size, integrity, source }
}
