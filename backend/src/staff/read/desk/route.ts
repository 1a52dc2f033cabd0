import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { moveMark, readSince } from './since.ts'

/** What a TD should know and see to: what changed since they looked, and what waits. */
export const deskRoutes = (platform: Platform): Route[] => [
  route(staffApi.readSince, async (_, context) => ({
    status: 200,
    body: await readSince(platform, signedIn(context).id),
  })),
  route(staffApi.markAuditSeen, async ({ body: { position } }, context) => {
    await moveMark(platform, signedIn(context).id, { position, at: platform.clock.now() })
    return { status: 204, body: undefined }
  }),
  route(staffApi.readDesk, async (_, context) => {
    const modules = platform.modules()
    const [since, ...waiting] = await Promise.all([
      readSince(platform, signedIn(context).id),
      ...modules.map(async ({ waiting: ask }) => (await ask?.()) ?? []),
    ])
    const items = waiting.flat().map(({ names, entries, ...item }) => ({
      ...item,
      count: names.length,
      names: names.slice(0, mostNames),
      ...(entries && { entries: entries.slice(0, mostEntries) }),
    }))
    return { status: 200, body: { items, since } }
  }),
]

/** Named with an item; the page behind it has the rest. */
const mostNames = 5
const mostEntries = 50
