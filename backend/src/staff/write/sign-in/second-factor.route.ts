import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { roles } from '@ultimate/events/language/roles.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user.ts'
import { commandRoute, type SendCommand, sendAs } from '../../../platform/commands.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { requireUser } from '../../authenticator.ts'
import { accountByUsername, hasSecondFactor, readRolesWithSecondFactor } from '../../read/users.view.ts'
import { removingPasskeys } from '../../secrets/passkeys.ts'
import {
  addingRecoveryCodes,
  beginSecondFactor,
  confirmingSecondFactor,
  countRecoveryCodes,
  type DeriveSetUp,
  findSecondFactor,
  removingRecoveryCodes,
  removingSecondFactor,
} from '../../secrets/second-factors.ts'
import { endingSessions, isFreshSession } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import { requireOwnPassword } from '../../secrets/user-secrets.ts'
import { accessStream, requireSecondFactorDecider } from './require-second-factor.decider.ts'
import {
  addSecondFactorDecider,
  type RemoveSecondFactor,
  removeSecondFactorDecider,
  renewRecoveryCodesDecider,
} from './second-factor.decider.ts'

export const secondFactorRoutes = (platform: Platform, deriveSetUp: DeriveSetUp, attempts: SignInAttempts): Route[] => [
  readSecondFactorRoute(platform),
  beginSecondFactorRoute(platform, deriveSetUp, attempts),
  addSecondFactorRoute(platform, deriveSetUp, attempts),
  renewRecoveryCodesRoute(platform, deriveSetUp, attempts),
  removeSecondFactorRoute(platform, attempts),
  removeSecondFactorOfRoute(platform),
  listSecondFactorRolesRoute(platform),
  requireSecondFactorRoute(platform),
]

const { fail, registry } = staffErrors

function readSecondFactorRoute({ sql }: Platform): Route {
  return route(staffApi.readSecondFactor, async (_, context) => {
    const { id, role } = requireUser(context)
    const [factor, requiredRoles, codesLeft] = await Promise.all([
      findSecondFactor(sql, id),
      readRolesWithSecondFactor(sql),
      countRecoveryCodes(sql, id),
    ])
    return {
      status: 200,
      body: {
        enabled: factor?.confirmed ?? false,
        required: requiredRoles.includes(role),
        restricted: context.user?.isRestricted ?? false,
        recovery_codes_left: codesLeft,
      },
    }
  })
}

/**
 * Begins a set-up in place of an earlier one; signing in changes only once it is confirmed. It takes the password or a
 * fresh session: a person who finds a device that is signed in could otherwise lock its owner out.
 */
function beginSecondFactorRoute(platform: Platform, deriveSetUp: DeriveSetUp, attempts: SignInAttempts): Route {
  const { sql, clock, facts } = platform
  return route(staffApi.beginSecondFactor, async ({ body }, context) => {
    const { id, username } = requireUser(context)
    const password = body?.password
    if (password !== undefined) await requireOwnPassword(platform, attempts, { userId: id, password })
    else if (!(await isFreshSession(sql, context.user?.session ?? null, clock.now()))) fail('CONFIRM_PASSWORD')
    const key = context.newId()
    if (!(await beginSecondFactor(sql, id, key))) fail('SECOND_FACTOR_EXISTS')
    const { secret, uriFrom } = deriveSetUp(id, key, username)
    return { status: 200, body: { secret, uri: uriFrom((await facts()).name) } }
  })
}

/** Confirms the set-up, and ends all other sessions, because they began with a password alone. */
function addSecondFactorRoute(platform: Platform, deriveSetUp: DeriveSetUp, attempts: SignInAttempts): Route {
  const { sql, clock } = platform
  return commandRoute(platform, staffApi.addSecondFactor, async ({ body: { code } }, context) => {
    const { id, username } = requireUser(context)
    const factor = await findSecondFactor(sql, id)
    if (!factor) return fail('SECOND_FACTOR_NOT_BEGUN')
    const setUp = deriveSetUp(id, factor.key, username)
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

/** The codes follow from an id of the request, so that a repeated request gets the same ones. */
function renewRecoveryCodesRoute(platform: Platform, deriveSetUp: DeriveSetUp, attempts: SignInAttempts): Route {
  return commandRoute(platform, staffApi.renewRecoveryCodes, async ({ body: { password } }, context) => {
    const { id, username } = requireUser(context)
    await requireOwnPassword(platform, attempts, { userId: id, password })
    const { recoveryCodes } = deriveSetUp(id, context.newId(), username)
    const writes = [removingRecoveryCodes(id), addingRecoveryCodes(id, recoveryCodes)]
    await context.send(renewRecoveryCodesDecider, userStream(id), { type: 'RenewRecoveryCodes', data: {} }, { writes })
    return { status: 200, body: { recovery_codes: [...recoveryCodes] } }
  })
}

/** Removes the user's own second factor. If their role needs one, they may then only set up the next one. */
function removeSecondFactorRoute(platform: Platform, attempts: SignInAttempts): Route {
  return commandRoute(platform, staffApi.removeSecondFactor, async ({ body: { password } }, context) => {
    const { id } = requireUser(context)
    await requireOwnPassword(platform, attempts, { userId: id, password })
    const command = { type: 'RemoveSecondFactor', data: { id, by: id, isHelp: false } } as const
    await context.send(removeSecondFactorDecider, userStream(id), command, { writes: removingSecondFactor(id) })
    return { status: 204, body: undefined }
  })
}

function removeSecondFactorOfRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.removeSecondFactorOf, async ({ params: { id } }, context) => {
    await removeAllFactors(context.send, { id, by: requireUser(context).id })
    return { status: 204, body: undefined }
  })
}

/**
 * Removes a user's second factor for the operator of the server: the last TD has no other TD to ask. Fails with
 * USER_NOT_FOUND for an unknown name.
 */
export async function unlockUser(
  { commands, sql }: Platform,
  username: string,
  context: CommandContext,
): Promise<void> {
  const { user } = (await accountByUsername(sql, username)) ?? staffErrors.fail('USER_NOT_FOUND')
  await removeAllFactors(sendAs(commands, context), { id: user.id, by: null })
}

/** Removes all factors and ends all sessions, because the device may be in other hands. */
async function removeAllFactors(send: SendCommand, { id, by }: Pick<RemoveSecondFactor['data'], 'id' | 'by'>) {
  const writes = [...removingSecondFactor(id), removingPasskeys(id), endingSessions(id)]
  const command = { type: 'RemoveSecondFactor', data: { id, by, isHelp: true } } as const
  await send(removeSecondFactorDecider, userStream(id), command, { writes })
}

/** Changes the rule at once, also for open pages: each call reads it. */
function requireSecondFactorRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.requireSecondFactor, async ({ body }, context) => {
    const rules = Object.fromEntries(roles.map((role) => [role, body.roles.includes(role)]))
    const hasOwn = await hasSecondFactor(platform.sql, requireUser(context).id)
    const command = { type: 'RequireSecondFactor', data: { rules, hasOwn } } as const
    const { state } = await context.send(requireSecondFactorDecider, accessStream, command)
    return { status: 200, body: { roles: [...state.required] } }
  })
}

function listSecondFactorRolesRoute({ sql }: Platform): Route {
  return route(staffApi.listSecondFactorRoles, async () => ({
    status: 200,
    body: { roles: await readRolesWithSecondFactor(sql) },
  }))
}
