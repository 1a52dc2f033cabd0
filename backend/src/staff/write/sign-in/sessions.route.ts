import { staffApi } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { endingSession } from '../../secrets/sessions.ts'
import { type RevokeDevice, revokeDeviceDecider, type SignOut, signOutDecider } from './sessions.decider.ts'

export function signOutRoute({ commands }: Platform): Route {
  return route(staffApi.signOut, async (_, context) => {
    const command: SignOut = { type: 'SignOut', data: {}, metadata: { now: context.command.now } }
    const { id } = signedIn(context)
    const writes = [endingSession(id, context.user?.session ?? null)]
    await commands.handle(signOutDecider, { stream: userStream(id), command, writes }, context.command)
    return { status: 204, body: undefined }
  })
}

/** The session ends in the step that records it: open pages of that device hear of it, and find their token revoked. */
export function revokeDeviceRoute({ commands }: Platform): Route {
  return route(staffApi.revokeDevice, async ({ params: { id: deviceId } }, context) => {
    const { id } = signedIn(context)
    const command: RevokeDevice = {
      type: 'RevokeDevice',
      data: { deviceId },
      metadata: { now: context.command.now },
    }
    const writes = [endingSession(id, deviceId, 'DEVICE_NOT_FOUND')]
    await commands.handle(revokeDeviceDecider, { stream: userStream(id), command, writes }, context.command)
    return { status: 204, body: undefined }
  })
}
