import { roles } from '@ultimate/events/language/roles.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { hasSecondFactor, rolesWithSecondFactor } from '../../read/users.view.ts'
import { accessStream } from '../access.ts'
import { requireSecondFactorDecider } from './require-second-factor.decider.ts'

/** In force at once: each call looks at the rule, and open pages hear of it. */
export function requireSecondFactorRoute({ commands, sql }: Platform): Route {
  return route(staffApi.requireSecondFactor, async ({ body }, context) => {
    const rules = Object.fromEntries(roles.map((role) => [role, body.roles.includes(role)]))
    const hasOwn = await hasSecondFactor(sql, signedIn(context).id)
    const { state } = await commands.handle(
      requireSecondFactorDecider,
      {
        stream: accessStream,
        command: { type: 'RequireSecondFactor', data: { rules, hasOwn }, metadata: { now: context.command.now } },
      },
      context.command,
    )
    return { status: 200, body: { roles: [...state.required] } }
  })
}

export function listSecondFactorRolesRoute({ sql }: Platform): Route {
  return route(staffApi.listSecondFactorRoles, async () => ({
    status: 200,
    body: { roles: await rolesWithSecondFactor(sql) },
  }))
}
