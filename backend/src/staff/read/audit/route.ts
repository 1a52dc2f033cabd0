import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readAudit } from './query.ts'

export function auditRoute(platform: Platform): Route {
  return route(staffApi.readAudit, async ({ query }) => ({ status: 200, body: await readAudit(platform, query) }))
}
