import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { signedIn } from '../authenticator.ts'
import { openSessions } from '../secrets/sessions.ts'

/** The one that asks first, then the others, last seen first. */
export function devicesRoute({ sql, clock }: Platform): Route {
  return route(staffApi.listDevices, async (_, context) => {
    const sessions = await openSessions(sql, signedIn(context).id, clock.now())
    const devices = sessions.map(({ id, name, signed_in_at, last_seen_at }) => ({
      id,
      name,
      at: signed_in_at.toISOString(),
      last_seen: last_seen_at.toISOString(),
      this: id === context.user?.session,
    }))
    return { status: 200, body: { devices: devices.toSorted((one, other) => Number(other.this) - Number(one.this)) } }
  })
}
