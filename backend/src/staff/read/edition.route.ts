import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import type { AnswerBody } from '@ultimate/events/language/endpoint.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { editionErrors } from '@ultimate/events/staff/edition.ts'
import { type Edition, editionApi } from '@ultimate/events/staff/edition-api.ts'
import { buildEdition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'

/** Serves an edition, the list, and past editions; bodies are built once until something is appended. */
export function editionReadRoutes(platform: Platform): Route[] {
  const read = cachedUntilAppend(platform.log, async () => {
    const editions = [...(await listEditions(platform))]
    return {
      current: { edition: findCurrent(editions) },
      staff: { editions },
      public: { editions: editions.filter(({ state }) => state !== 'next') },
    }
  })
  return [
    route(editionApi.readEdition, async ({ query: { year } }, { user }) => {
      const { current, ...lists } = await read()
      if (year === undefined) return { status: 200, body: current, version: current.edition.version }
      const { editions } = user === null ? lists.public : lists.staff
      const edition = editionOfYear(editions, year)
      return { status: 200, body: { edition }, version: edition.version }
    }),
    route(editionApi.listEditions, async (_, { user }) => {
      const lists = await read()
      return { status: 200, body: user === null ? lists.public : lists.staff }
    }),
    archiveRoute(platform),
  ]
}

/** @throws EDITION_NOT_FOUND where there is none */
export const findCurrent = (editions: readonly Edition[]): Edition =>
  editions.find(({ state }) => state === 'current') ?? editionErrors.fail('EDITION_NOT_FOUND')

/** @throws EDITION_NOT_FOUND where there is none */
export const editionOfYear = (editions: readonly Edition[], year: string): Edition =>
  editions.find((one) => String(one.year) === year) ?? editionErrors.fail('EDITION_NOT_FOUND')

/** Serves what the modules show of a past edition. */
function archiveRoute(platform: Platform): Route {
  const findPast = async (year: string): Promise<Edition> => {
    const edition = editionOfYear(await listEditions(platform), year)
    return edition.state === 'past' ? edition : editionErrors.fail('EDITION_NOT_FOUND')
  }
  const archives = new Map<string, () => Promise<Archive>>()
  return route(staffApi.readArchive, async ({ params: { year } }) => {
    await findPast(year)
    const read =
      archives.get(year) ?? cachedUntilAppend(platform.log, async () => collectArchive(platform, await findPast(year)))
    archives.set(year, read)
    return { status: 200, body: await read() }
  })
}

type Archive = AnswerBody<typeof staffApi.readArchive>

async function collectArchive(platform: Platform, edition: Edition): Promise<Archive> {
  const source = buildEdition(platform, String(edition.year))
  const archives = await Promise.all(platform.modules().flatMap(({ editions }) => editions?.archive?.(source) ?? []))
  return Object.assign({ edition, photos: [] }, ...archives)
}
