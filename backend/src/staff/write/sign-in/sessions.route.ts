import { staffApi } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { commandRoute } from '../../../platform/http/command-route.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { endingSession, openSessions } from '../../secrets/sessions.ts'
import { revokeDeviceDecider, signOutDecider } from './sessions.decider.ts'

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

export function signOutRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.signOut, async (_, context) => {
    const { id } = signedIn(context)
    const writes = [endingSession(id, context.user?.session ?? null)]
    await context.send(signOutDecider, userStream(id), { type: 'SignOut', data: {} }, { writes })
    return { status: 204, body: undefined }
  })
}

/** The session ends in the step that records it: open pages of that device hear of it, and find their token revoked. */
export function revokeDeviceRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.revokeDevice, async ({ params: { id: deviceId } }, context) => {
    const { id } = signedIn(context)
    const writes = [endingSession(id, deviceId, 'DEVICE_NOT_FOUND')]
    await context.send(revokeDeviceDecider, userStream(id), { type: 'RevokeDevice', data: { deviceId } }, { writes })
    return { status: 204, body: undefined }
  })
}
