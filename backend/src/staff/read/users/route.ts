import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { listUsers } from './query.ts'

export function usersRoute({ sql }: Platform): Route {
  return route(staffApi.listUsers, async () => ({ status: 200, body: { users: await listUsers(sql) } }))
}
