import { dinnerErrors, notYourSignup } from '@ultimate/events/dinner/errors.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import type { EditionPlatform } from '../../platform/edition.ts'
import { type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import { readDinner } from '../read/board/board.query.ts'
import { readOwnership } from '../read/signups.view.ts'
import { cancelSignup, freePlace } from './cancel-signup.ts'

export function cancelSignupRoute({ commands, current }: EditionPlatform): Route {
  return route(signupApi.removeSignup, async ({ params: { id: signupId } }, context) => {
    const known = await readOwnership(current, context.visitorId, signupId)
    if (!known) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
    // Staff who signed a caller up on their own device own that sign-up too; the person still gets an email.
    const isByStaff = mayRemoveAll(context)
    const isOwnWalkIn = known.takenInBy !== null && known.takenInBy === context.user?.id
    if (!known.isOwn && !isByStaff && !isOwnWalkIn) throw notYourSignup()
    const reason = isByStaff || isOwnWalkIn ? 'removed-by-staff' : 'removed'
    const dinner = known.isWalkIn ? (await readDinner(current)).dinner : undefined
    const end = { signupId, slotId: known.slotId, reason, dinner } as const
    await cancelSignup(commands, end, context.command)
    await freePlace(commands, end, context.command)
    return { status: 204, body: undefined }
  })
}

const mayRemoveAll = ({ user }: RequestContext): boolean => user !== null && isAllowed(adminOrTd, user.role)
