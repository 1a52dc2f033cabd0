import { staffApi } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { commandRoute } from '../../../platform/commands.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { endingSession } from '../../secrets/sessions.ts'
import { revokeDeviceDecider, signOutDecider } from './sessions.decider.ts'

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
