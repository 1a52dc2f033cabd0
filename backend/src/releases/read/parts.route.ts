import { releasesApi, releasesErrors } from '@ultimate/events/releases/api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { previewCookie, previewCookies } from '../serving/preview.ts'
import { countError, readErrors, storeError } from './part-errors.query.ts'
import { findPart, listParts, listReleases, readKnownParts, requireFit } from './parts.view.ts'
import { describeFrame, readFrames, sourceMapsIn, withoutPersonalData } from './stack-trace.ts'

export const partReadRoutes = (platform: Platform, host: PartHost): Route[] => [
  listPartsRoute(platform, host),
  previewPartRoute(platform, host),
  endPreviewRoute(),
  reportPartErrorRoute(platform, host),
  listPartErrorsRoute(platform, host),
]

/** Lists the parts; a release token sees only its own. */
function listPartsRoute({ sql }: Platform, host: PartHost): Route {
  return route(releasesApi.listParts, async (_, { user }) => ({
    status: 200,
    body: { parts: await listParts(sql, host, user?.confinedTo) },
  }))
}

/** Serves the last errors of a part, with their places in the sources if the site has source maps of that version. */
function listPartErrorsRoute({ sql }: Platform, host: PartHost): Route {
  return route(releasesApi.listPartErrors, async ({ params: { name } }) => {
    await findPart(sql, host, name)
    const stored = await readErrors(sql, name)
    const versions = [...new Set(stored.map(({ version }) => version))]
    const sourceMaps = new Map(
      await Promise.all(
        versions.map(async (version) => [version, sourceMapsIn(await host.findFolder(name, version))] as const),
      ),
    )
    const errors = stored.map(async ({ version, message, stack, count, previews, last_at }) => {
      const frames = await Promise.all(stack.map((frame) => sourceMaps.get(version)?.(frame) ?? frame))
      return {
        version,
        message,
        stack: frames.map(describeFrame),
        count: Number(count),
        previews: Number(previews),
        lastAt: last_at.toISOString(),
      }
    })
    return { status: 200, body: { errors: await Promise.all(errors) } }
  })
}

/**
 * Counts and stores only errors of known parts and versions, so that no client can fill the metrics with invented
 * names. Errors in a browser that previews the version do not count as a visitor's.
 */
function reportPartErrorRoute({ sql, clock, metrics, configuration }: Platform, host: PartHost): Route {
  const countFailure = metrics.counter('part_errors_total', 'Errors of parts that pages reported.', ['part', 'version'])
  const { read } = previewCookies(configuration.authSecret)
  return route(releasesApi.reportPartError, async ({ body }, { cookie }) => {
    const { part: name, version } = body
    const part = (await readKnownParts(sql, host)).find((known) => known.name === name)
    if (part && listReleases(part).some((release) => release.version === version)) {
      const at = clock.now()
      const isPreview = read(cookie(previewCookie), at)[name] === version
      if (!isPreview) {
        countFailure({ part: name, version })
        await countError(sql, name, version)
      }
      const [message, frames] = [withoutPersonalData(body.message), readFrames(body.stack ?? '')]
      await storeError(sql, { part: name, version, message, frames, isPreview, at })
    }
    return { status: 204, body: undefined }
  })
}

/** Adds to the previews of this browser. Stores no event, because nothing changes for other visitors. */
function previewPartRoute({ sql, clock, configuration }: Platform, host: PartHost): Route {
  const { read, write } = previewCookies(configuration.authSecret)
  return route(releasesApi.previewPart, async ({ params: { name }, body: { version } }, { cookie, setCookie }) => {
    const release = listReleases(await findPart(sql, host, name)).find((listed) => listed.version === version)
    await requireFit(host, name, release ?? releasesErrors.fail('RELEASE_NOT_FOUND'))
    const now = clock.now()
    const { [name]: _, ...others } = read(cookie(previewCookie), now)
    const { value, maxAgeSeconds } = write({ ...others, [name]: version }, now)
    setCookie(previewCookie, value, { maxAgeSeconds })
    return { status: 204, body: undefined }
  })
}

function endPreviewRoute(): Route {
  return route(releasesApi.endPreview, async (_, { setCookie }) => {
    setCookie(previewCookie, '', { maxAgeSeconds: 0 })
    return { status: 204, body: undefined }
  })
}
