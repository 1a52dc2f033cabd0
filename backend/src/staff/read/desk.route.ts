import { isAllowed } from '@ultimate/events/language/roles.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import type { Since } from '@ultimate/events/staff/desk-api.ts'
import type { WaitingItem } from '../../platform/changes.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { requireUser } from '../authenticator.ts'
import { moveMark, readSince } from './since.query.ts'

/** Serves what waits for TD and admin, and to the TD also what changed since they looked at the audit. */
export const deskRoutes = (platform: Platform): Route[] => [
  route(staffApi.readSince, async (_, context) => ({
    status: 200,
    body: await readSince(platform, requireUser(context).id),
  })),
  route(staffApi.markAuditSeen, async ({ body: { position } }, context) => {
    await moveMark(platform, requireUser(context).id, { position, at: platform.clock.now() })
    return { status: 204, body: undefined }
  }),
  route(staffApi.readDesk, async (_, context) => {
    const modules = platform.modules()
    const { id, role } = requireUser(context)
    const mayReadAudit = isAllowed(staffApi.readSince.allow, role)
    const [since, ...waiting] = await Promise.all([
      mayReadAudit ? readSince(platform, id) : nothingSince,
      ...modules.map(async ({ listWaiting }) => (await listWaiting?.()) ?? []),
    ])
    const items = waiting.flat().filter(({ isForTd }) => mayReadAudit || !isForTd)
    return { status: 200, body: { items: items.map(toItem), since } }
  }),
]

const nothingSince: Since = { at: null, position: 0, lines: [], more: 0, cut: false }

/** The most names and entries that an item shows; its page shows all. */
const maxNames = 5
const maxEntries = 50

const toItem = ({ kind, title, path, names, entries }: WaitingItem) => ({
  kind,
  title,
  path,
  count: names.length,
  names: names.slice(0, maxNames),
  ...(entries && { entries: entries.slice(0, maxEntries) }),
})
