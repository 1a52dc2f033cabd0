import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { replayAll } from './query.ts'

export function replayAllRoute(platform: Platform): Route {
  let isRunning = false
  return route(staffApi.replayAll, async () => {
    if (isRunning) staffErrors.fail('REPLAY_RUNNING')
    isRunning = true
    const body = replayAll(platform, () => {
      isRunning = false
    })
    // The declaration knows no type for a body that is not JSON.
    const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-accel-buffering': 'no' }
    return { status: 200, body: body as unknown as undefined, headers }
  })
}
