import { releasesApi, releasesErrors } from '@ultimate/events/releases/api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { PartHost } from '../../platform/http/site/part-releases.ts'
import type { Platform } from '../../platform/module.ts'
import { findPart, listReleases, requireFit } from '../read/parts.view.ts'
import { previewCookie, previews } from './preview.ts'

/** Adds to the previews of this browser. Stores no event, because nothing changes for other visitors. */
export function previewPartRoute({ sql, clock, configuration }: Platform, host: PartHost): Route {
  const { read, write } = previews(configuration.authSecret)
  return route(releasesApi.previewPart, async ({ params: { name }, body: { version } }, { cookie, setCookie }) => {
    const release = listReleases(await findPart(sql, host, name)).find((one) => one.version === version)
    await requireFit(host, name, release ?? releasesErrors.fail('RELEASE_NOT_FOUND'))
    const now = clock.now()
    const { [name]: _, ...others } = read(cookie(previewCookie), now)
    const { value, maxAgeSeconds } = write({ ...others, [name]: version }, now)
    setCookie(previewCookie, value, { maxAgeSeconds })
    return { status: 204, body: undefined }
  })
}

export function endPreviewRoute(): Route {
  return route(releasesApi.endPreview, async (_, { setCookie }) => {
    setCookie(previewCookie, '', { maxAgeSeconds: 0 })
    return { status: 204, body: undefined }
  })
}
