import { roles } from '@ultimate/events/language/roles.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { commandRoute } from '../../../platform/commands.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { hasSecondFactor, rolesWithSecondFactor } from '../../read/users.view.ts'
import { accessStream } from '../access.ts'
import { requireSecondFactorDecider } from './require-second-factor.decider.ts'

/** Puts the rule in force at once: each call looks at it, and open pages hear of it. */
export function requireSecondFactorRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.requireSecondFactor, async ({ body }, context) => {
    const rules = Object.fromEntries(roles.map((role) => [role, body.roles.includes(role)]))
    const hasOwn = await hasSecondFactor(platform.sql, signedIn(context).id)
    const command = { type: 'RequireSecondFactor', data: { rules, hasOwn } } as const
    const { state } = await context.send(requireSecondFactorDecider, accessStream, command)
    return { status: 200, body: { roles: [...state.required] } }
  })
}

export function listSecondFactorRolesRoute({ sql }: Platform): Route {
  return route(staffApi.listSecondFactorRoles, async () => ({
    status: 200,
    body: { roles: await rolesWithSecondFactor(sql) },
  }))
}
