import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import type { AnswerBody } from '@ultimate/events/language/endpoint.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { editionErrors } from '@ultimate/events/staff/edition.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { buildEdition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { editionOfYear } from './edition.route.ts'

type Archive = AnswerBody<typeof staffApi.readArchive>

/** Serves what the modules show of a past edition; the body stays the same until something is appended. */
export function archiveRoute(platform: Platform): Route {
  const find = async (year: string): Promise<Edition> => {
    const edition = editionOfYear(await listEditions(platform), year)
    return edition.state === 'past' ? edition : editionErrors.fail('EDITION_NOT_FOUND')
  }
  const archives = new Map<string, () => Promise<Archive>>()
  return route(staffApi.readArchive, async ({ params: { year } }) => {
    await find(year)
    const read = archives.get(year) ?? cachedUntilAppend(platform.log, async () => collect(platform, await find(year)))
    archives.set(year, read)
    return { status: 200, body: await read() }
  })
}

async function collect(platform: Platform, edition: Edition): Promise<Archive> {
  const of = buildEdition(platform, String(edition.year))
  const archived = await Promise.all(platform.modules().flatMap(({ editions }) => editions?.archive?.(of) ?? []))
  return Object.assign({ edition, photos: [] }, ...archived)
}
