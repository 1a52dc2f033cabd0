import { requestToDetails } from '@ultimate/events/dinner/dish-details.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { emailKey, type SignUpData, signUpDecider, slotStream } from '@ultimate/events/dinner/slot.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { rejectBots } from '@ultimate/events/language/text/form-mark.ts'
import { commandRoute } from '../../platform/commands.ts'
import { type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import { rememberDevice } from '../../platform/http/request/caller.ts'
import type { Platform } from '../../platform/module.ts'
import { hasOpenedLink } from '../read/claims.view.ts'
import { readOwnSignup, readOwnSignups } from '../read/signups.view.ts'
import { isRegisteredTeam } from '../read/teams.view.ts'

export const signUpRoutes = (platform: Platform): Route[] => [signUpRoute(platform), mySignupsRoute(platform)]

function signUpRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.signUp, async ({ body }, context) => {
    rejectBots(body.form)
    const { send, current, visitorId: visitorOfCookie } = context
    const { personName: name, email, captainId: teamId, slotId } = body
    const signupId = context.newId()
    // `visitorOfCookie` is null for a device without a `visitor` cookie. The answer sets a cookie, and the sign-up already
    // belongs to the `visitorId` of that cookie.
    const { visitorId, commandContext } = rememberDevice(context)
    const [isTeamKnown, isOwnAddress] = await Promise.all([
      isRegisteredTeam(current, teamId),
      visitorOfCookie !== null && hasOpenedLink(current, visitorOfCookie, emailKey(email)),
    ])
    const caller = { visitorId, knownBy: findKnownBy(context), isOwnAddress }
    const data = { signupId, teamId, isTeamKnown, name, email, ...caller, details: requestToDetails(body) }
    await send(signUpDecider, slotStream(slotId), { type: 'SignUp', data }, { context: commandContext })
    // Another request may have canceled the sign-up already.
    const signup = (await readOwnSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 201, body: { signup } }
  })
}

function findKnownBy({ user, visitorId: visitorOfCookie }: RequestContext): SignUpData['knownBy'] {
  if (user) return 'token'
  return visitorOfCookie === null ? 'nothing' : 'cookie'
}

function mySignupsRoute({ current }: Platform): Route {
  return route(signupApi.mySignups, async (_, { visitorId }) => {
    // A device without the cookie has no sign-ups.
    const signups = visitorId === null ? [] : await readOwnSignups(current, visitorId)
    return { status: 200, body: { signups } }
  })
}
