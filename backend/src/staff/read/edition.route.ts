import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { editionErrors } from '@ultimate/events/staff/edition.ts'
import { type Edition, editionApi } from '@ultimate/events/staff/edition-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readEditions } from './editions.view.ts'

/** The current edition, and the list; the same bodies until something is appended. */
export function editionRoutes({ sql, log, configuration }: Platform): Route[] {
  const read = cachedUntilAppend(log, async () => {
    const editions = await readEditions(sql, configuration.edition)
    return {
      current: { edition: currentOf(editions) },
      staff: { editions },
      public: { editions: editions.filter(({ state }) => state !== 'next') },
    }
  })
  return [
    route(editionApi.readEdition, async () => {
      const { current } = await read()
      return { status: 200, body: current, version: current.edition.version }
    }),
    route(editionApi.listEditions, async (_, { user }) => {
      const lists = await read()
      return { status: 200, body: user === null ? lists.public : lists.staff }
    }),
  ]
}

export const currentOf = (editions: readonly Edition[]): Edition =>
  editions.find(({ state }) => state === 'current') ?? editionErrors.fail('EDITION_NOT_FOUND')
