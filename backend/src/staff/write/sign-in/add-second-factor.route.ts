import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user-state.ts'
import { commandRoute } from '../../../platform/commands.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { rolesWithSecondFactor } from '../../read/users.view.ts'
import {
  addingRecoveryCodes,
  beginSecondFactor,
  confirmingSecondFactor,
  countRecoveryCodes,
  findSecondFactor,
  type SetUps,
} from '../../secrets/second-factors.ts'
import { endingSessions, isFreshSession } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { addSecondFactorDecider } from './add-second-factor.decider.ts'

const { fail, registry } = staffErrors

export function readSecondFactorRoute({ sql }: Platform): Route {
  return route(staffApi.readSecondFactor, async (_, context) => {
    const { id, role } = signedIn(context)
    const [factor, roles, left] = await Promise.all([
      findSecondFactor(sql, id),
      rolesWithSecondFactor(sql),
      countRecoveryCodes(sql, id),
    ])
    return {
      status: 200,
      body: {
        enabled: factor?.confirmed ?? false,
        required: roles.includes(role),
        restricted: context.user?.isRestricted ?? false,
        recovery_codes_left: left,
      },
    }
  })
}

/**
 * Changes nothing about signing in; begun again, the secret of before is worth nothing. A device that was left signed in is
 * not enough: who finds it would lock its owner out.
 */
export function beginSecondFactorRoute(platform: Platform, setUps: SetUps, attempts: SignInAttempts): Route {
  const { sql, clock, facts } = platform
  return route(staffApi.beginSecondFactor, async ({ body }, context) => {
    const { id, username } = signedIn(context)
    const password = body?.password
    if (password !== undefined) await requireOwnPassword(platform, attempts, { userId: id, password })
    else if (!(await isFreshSession(sql, context.user?.session ?? null, clock.now()))) fail('CONFIRM_PASSWORD')
    const key = context.newId()
    if (!(await beginSecondFactor(sql, id, key))) fail('SECOND_FACTOR_EXISTS')
    const { secret, uriFrom } = setUps(id, key, username)
    return { status: 200, body: { secret, uri: uriFrom((await facts()).name) } }
  })
}

/** Sessions of before were begun with a password alone: they end, but this one. */
export function addSecondFactorRoute(platform: Platform, setUps: SetUps, attempts: SignInAttempts): Route {
  const { sql, clock } = platform
  return commandRoute(platform, staffApi.addSecondFactor, async ({ body: { code } }, context) => {
    const { id, username } = signedIn(context)
    const factor = await findSecondFactor(sql, id)
    if (!factor) return fail('SECOND_FACTOR_NOT_BEGUN')
    const setUp = setUps(id, factor.key, username)
    const answer = { status: 200, body: { recovery_codes: [...setUp.recoveryCodes] } }
    if (context.repeats) return answer
    if (factor.confirmed) return fail('SECOND_FACTOR_EXISTS')
    const attempt = await attempts.beginCode(id)
    const step = setUp.findStep(code, clock.now())
    if (step === null) return fail('WRONG_CODE', { code: registry.WRONG_CODE.message })
    await attempt.succeeded()
    const writes = [
      confirmingSecondFactor(id, factor.key, step),
      addingRecoveryCodes(id, setUp.recoveryCodes),
      endingSessions(id, context.user?.session),
    ]
    await context.send(addSecondFactorDecider, userStream(id), { type: 'AddSecondFactor', data: {} }, { writes })
    return answer
  })
}
