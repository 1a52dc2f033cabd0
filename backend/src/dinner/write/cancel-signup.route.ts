import { dinnerErrors, notYourSignup } from '@ultimate/events/dinner/errors.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import type { Edition } from '../../platform/edition.ts'
import { commandRoute } from '../../platform/http/command-route.ts'
import type { RequestContext, Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readDinner } from '../read/board/board.query.ts'
import { type Ownership, readOwnership } from '../read/signups.view.ts'
import { cancelSignup, freePlace } from './signup-commands.ts'

export function cancelSignupRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.cancelSignup, async ({ params: { id: signupId } }, context) => {
    const { send, current } = context
    const { isByStaff, slotId, isWalkIn } = await requireOwnership(current, signupId, context)
    const reason = isByStaff ? 'removed-by-staff' : 'removed'
    const dinner = isWalkIn ? (await readDinner(current)).dinner : undefined
    await cancelSignup(send, { signupId, slotId, reason, dinner })
    await freePlace(send, { signupId, slotId })
    return { status: 204, body: undefined }
  })
}

/**
 * A sign-up that the caller may change: its owner, admin and TD, and a walk-in also who took it in. Staff who signed a
 * caller up on their own device own that sign-up too; the person still gets an email.
 */
export async function requireOwnership(
  current: Edition,
  signupId: string,
  { user, visitorId }: RequestContext,
): Promise<Ownership & { readonly isByStaff: boolean }> {
  const known = (await readOwnership(current, visitorId, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const isOwnWalkIn = known.takenInBy !== null && known.takenInBy === user?.id
  const isByStaff = isOwnWalkIn || (user !== null && isAllowed(adminOrTd, user.role))
  if (!known.isOwn && !isByStaff) throw notYourSignup()
  return { ...known, isByStaff }
}
