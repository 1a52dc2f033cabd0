import { dinnerRefusals } from '@ultimate/events/dinner/refusals.ts'
import { signupApi } from '@ultimate/events/dinner/signup-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readOwnSignup } from '../../read/signups/query.ts'
import { isTeamKnown } from '../../read/teams/query.ts'
import { rememberedDevice } from '../../secrets/device.ts'
import type { SignUpLimit } from '../../secrets/sign-up-limit.ts'
import { evolve, initialState, slotStream } from '../slot.ts'
import { type SignUp, signUp } from './decide.ts'

export const signUpDecider = { decide: signUp, evolve, initialState }

/** What staff enter for others is not counted: it stands under their name. */
export function signUpRoute({ commands, sql }: Platform, limit: SignUpLimit): Route {
  return route(signupApi.signUp, async ({ body }, context) => {
    const { personName: name, email, captainId: teamId, slotId } = body
    const signupId = context.newId()
    const device = rememberedDevice(context)
    const command: SignUp = {
      type: 'SignUp',
      data: {
        signupId,
        teamId,
        isTeamKnown: await isTeamKnown(sql, teamId),
        visitorId: device.visitorId,
        name,
        email,
      },
      metadata: { now: context.command.now },
    }
    const signUpOnce = () => commands.handle(signUpDecider, { stream: slotStream(slotId), command }, device.command)
    await (context.user ? signUpOnce() : limit.counted(context.address, signUpOnce))
    const signup = (await readOwnSignup(sql, signupId)) ?? dinnerRefusals.refuse('SIGNUP_NOT_FOUND')
    return { status: 201, body: { signup } }
  })
}
