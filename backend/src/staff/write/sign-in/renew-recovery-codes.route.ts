import { staffApi } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { commandRoute } from '../../../platform/commands.ts'
import type { Route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { addingRecoveryCodes, removingRecoveryCodes, type SetUps } from '../../secrets/second-factors.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { renewRecoveryCodesDecider } from './renew-recovery-codes.decider.ts'

/** The codes follow from an id of the request, so that its repetition answers the same ones. */
export function renewRecoveryCodesRoute(platform: Platform, setUps: SetUps, attempts: SignInAttempts): Route {
  return commandRoute(platform, staffApi.renewRecoveryCodes, async ({ body: { password } }, context) => {
    const { id, username } = signedIn(context)
    await requireOwnPassword(platform, attempts, { userId: id, password })
    const { recoveryCodes } = setUps(id, context.newId(), username)
    const writes = [removingRecoveryCodes(id), addingRecoveryCodes(id, recoveryCodes)]
    await context.send(renewRecoveryCodesDecider, userStream(id), { type: 'RenewRecoveryCodes', data: {} }, { writes })
    return { status: 200, body: { recovery_codes: [...recoveryCodes] } }
  })
}
