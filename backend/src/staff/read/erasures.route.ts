import { staffApi } from '@ultimate/events/staff/api.ts'
import type { ForgetRequest } from '@ultimate/events/staff/people-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import type { ErasureRow } from './erasures.view.ts'
import { openRequests } from './erasures.view.ts'

export function forgetRequestsRoute({ sql, clock }: Platform): Route {
  return route(staffApi.forgetRequests, async () => ({
    status: 200,
    body: { requests: (await openRequests(sql, clock.now())).map(buildAnswer) },
  }))
}

const buildAnswer = ({ id, email, requested_at, until }: ErasureRow): ForgetRequest => ({
  id,
  email,
  at: requested_at.toISOString(),
  until: until.toISOString(),
})
