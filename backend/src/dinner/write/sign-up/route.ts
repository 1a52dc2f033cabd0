import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { requirePerson } from '@ultimate/events/language/text/form-mark.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { rememberedDevice } from '../../../platform/http/request/caller.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/route.ts'
import { isOwnAddress, isTeamKnown, readOwnSignup } from '../../read/signups/query.ts'
import { slotStream } from '../slot.ts'
import { type SignUp, type SignUpData, signUpDecider } from './decide.ts'

export function signUpRoute({ commands, current }: EditionPlatform): Route {
  return route(signupApi.signUp, async ({ body }, context) => {
    requirePerson(body.form)
    const { personName: name, email, captainId: teamId, slotId } = body
    const signupId = context.newId()
    const device = rememberedDevice(context)
    const [isKnownTeam, isOwn] = await Promise.all([
      isTeamKnown(current, teamId),
      context.visitorId !== null && isOwnAddress(current, context.visitorId, emailKey(email)),
    ])
    const { visitorId } = device
    const caller = { visitorId, knownBy: knownBy(context), isOwnAddress: isOwn }
    const command: SignUp = {
      type: 'SignUp',
      data: { signupId, teamId, isTeamKnown: isKnownTeam, name, email, ...caller },
      metadata: { now: context.command.now },
    }
    await commands.handle(signUpDecider, { stream: slotStream(slotId), command }, device.command)
    const signup = (await readOwnSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 201, body: { signup } }
  })
}

function knownBy({ user, visitorId }: RequestContext): SignUpData['knownBy'] {
  if (user) return 'token'
  return visitorId === null ? 'nothing' : 'cookie'
}
