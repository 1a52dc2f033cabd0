import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import {
  correctSignupDecider,
  emailKey,
  type SignUpData,
  signUpDecider,
  slotStream,
} from '@ultimate/events/dinner/slot.ts'
import { type OwnSignup, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { requirePerson } from '@ultimate/events/language/text/form-mark.ts'
import { commandRoute, withoutKey } from '../../platform/commands.ts'
import type { RequestContext, Route } from '../../platform/http/http-route.ts'
import { rememberedDevice } from '../../platform/http/request/caller.ts'
import type { Platform } from '../../platform/module.ts'
import { isOwnAddress } from '../read/claims.view.ts'
import { readOwnSignup, readSignupsOf } from '../read/signups.view.ts'
import { isTeamKnown } from '../read/teams.view.ts'

export function signUpRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.signUp, async ({ body }, context) => {
    requirePerson(body.form)
    const { send, current } = context
    const { personName: name, email, captainId: teamId, slotId, allergens } = body
    const signupId = context.newId()
    const { visitorId, command } = rememberedDevice(context)
    const [isKnownTeam, isOwn] = await Promise.all([
      isTeamKnown(current, teamId),
      context.visitorId !== null && isOwnAddress(current, context.visitorId, emailKey(email)),
    ])
    const caller = { visitorId, knownBy: knownBy(context), isOwnAddress: isOwn }
    const data = { signupId, teamId, isTeamKnown: isKnownTeam, name, email, ...caller, allergens }
    await send(signUpDecider, slotStream(slotId), { type: 'SignUp', data }, { context: command })
    const signup = (await readOwnSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 201, body: { signup } }
  })
}

/**
 * A volunteer is known by the address, so all sign-ups of it get the new one, and those with the same name the new name;
 * the named sign-up last, with the request's key.
 */
export function correctSignupRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.correctSignup, async ({ params: { id }, body }, { send, current }) => {
    const read = async () => (await readOwnSignup(current, id)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    const named = await read()
    const { email = named.email, personName = named.person_name, reason } = body
    const [ofOld, ofNew] = await Promise.all([
      named.email === '' ? [] : readSignupsOf(current, emailKey(named.email)),
      readSignupsOf(current, emailKey(email)),
    ])
    const isNew = emailKey(named.email) !== emailKey(email)
    // A refusal must come before any of them is corrected.
    if (isNew && doServeTogether(ofOld, ofNew)) dinnerErrors.fail('ALREADY_SIGNED_UP')
    for (const { id: signupId, slot_id, person_name } of [...ofOld.filter((signup) => signup.id !== id), named]) {
      const name = person_name === named.person_name ? personName : person_name
      const command = { type: 'CorrectSignup', data: { signupId, person: { name, email }, reason } } as const
      await send(correctSignupDecider, slotStream(slot_id), command, signupId === id ? {} : withoutKey)
    }
    return { status: 200, body: { signup: await read() } }
  })
}

const doServeTogether = (some: readonly OwnSignup[], others: readonly OwnSignup[]): boolean =>
  some.some(({ category, slot_id }) => category === 'serving' && others.some(({ slot_id: other }) => other === slot_id))

function knownBy({ user, visitorId }: RequestContext): SignUpData['knownBy'] {
  if (user) return 'token'
  return visitorId === null ? 'nothing' : 'cookie'
}
