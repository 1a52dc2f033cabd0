import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import type { AnswerBody } from '@ultimate/events/language/endpoint.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { editionErrors } from '@ultimate/events/staff/edition.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readEditions } from './editions.view.ts'

type Archive = AnswerBody<typeof staffApi.readArchive>

/** What the modules show of a past edition; the same body until something is appended. */
export function archiveRoute(platform: Platform): Route {
  const { sql, log, configuration } = platform
  const readPast = cachedUntilAppend(log, async () => {
    const editions = await readEditions(sql, configuration.edition)
    return new Map(editions.filter(({ state }) => state === 'past').map((edition) => [String(edition.year), edition]))
  })
  const find = async (year: string): Promise<Edition> =>
    (await readPast()).get(year) ?? editionErrors.fail('EDITION_NOT_FOUND')
  const archives = new Map<string, () => Promise<Archive>>()
  return route(staffApi.readArchive, async ({ params: { year } }) => {
    await find(year)
    const read = archives.get(year) ?? cachedUntilAppend(log, async () => collect(platform, await find(year)))
    archives.set(year, read)
    return { status: 200, body: await read() }
  })
}

async function collect({ sql, facts, modules }: Platform, edition: Edition): Promise<Archive> {
  const year = String(edition.year)
  const of = { sql, edition: year, facts: () => facts(year) }
  const archived = await Promise.all(modules().flatMap(({ archive }) => archive?.(of) ?? []))
  return Object.assign({ edition, photos: [] }, ...archived)
}
