import { dinnerRefusals, notYourSignup } from '@ultimate/events/dinner/refusals.ts'
import { signupApi } from '@ultimate/events/dinner/signup-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { isOwner, readSignup } from '../../read/signups/query.ts'
import { freePlace, withdraw } from '../withdraw-signup/withdraw-signup.ts'

export function removeSignupRoute({ commands, sql }: Platform): Route {
  return route(signupApi.removeSignup, async ({ params: { id: signupId } }, context) => {
    const known = (await readSignup(sql, signupId)) ?? dinnerRefusals.refuse('SIGNUP_NOT_FOUND')
    if (!(await mayRemove(sql, context, signupId))) throw notYourSignup()
    const end = { signupId, slotId: known.signup.slot_id, reason: 'removed' } as const
    await withdraw(commands, end, context.command)
    await freePlace(commands, end, context.command)
    return { status: 204, body: undefined }
  })
}

async function mayRemove(
  sql: Platform['sql'],
  { user, visitorId }: RequestContext,
  signupId: string,
): Promise<boolean> {
  if (user && isAllowed(adminOrTd, user.role)) return true
  return visitorId !== null && isOwner(sql, visitorId, signupId)
}
