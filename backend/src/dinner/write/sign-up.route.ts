import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import {
  type CorrectSignup,
  correctSignupDecider,
  type SignUp,
  type SignUpData,
  signUpDecider,
} from '@ultimate/events/dinner/sign-up.ts'
import { emailKey, slotStream } from '@ultimate/events/dinner/slot.ts'
import { type OwnSignup, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { requirePerson } from '@ultimate/events/language/text/form-mark.ts'
import { editionOf } from '../../platform/edition.ts'
import { type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import { rememberedDevice } from '../../platform/http/request/caller.ts'
import type { Platform } from '../../platform/module.ts'
import { isOwnAddress, isTeamKnown, readOwnSignup, readSignupsOf } from '../read/signups.view.ts'

export function signUpRoute(platform: Platform): Route {
  return route(signupApi.signUp, async ({ body }, context) => {
    requirePerson(body.form)
    // The next one may be published while this is stored.
    const current = editionOf(platform, platform.current.edition)
    const { personName: name, email, captainId: teamId, slotId, allergens } = body
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
      data: { signupId, teamId, isTeamKnown: isKnownTeam, name, email, ...caller, allergens },
      metadata: { now: context.command.now },
    }
    const { edition } = current
    await platform.commands.handle(
      signUpDecider,
      { stream: slotStream(slotId), command },
      { ...device.command, edition },
    )
    const signup = (await readOwnSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 201, body: { signup } }
  })
}

/**
 * A volunteer is known by the address, so all sign-ups of it get the new one, and those with the same name the new name;
 * the named sign-up last, with the request's key.
 */
export function correctSignupRoute({ commands, current }: Platform): Route {
  return route(signupApi.correctSignup, async ({ params: { id }, body }, { command: context }) => {
    const named = (await readOwnSignup(current, id)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    const { email = named.email, personName = named.person_name, reason } = body
    const [ofOld, ofNew] = await Promise.all([
      named.email === '' ? [] : readSignupsOf(current, emailKey(named.email)),
      readSignupsOf(current, emailKey(email)),
    ])
    const others = ofOld.filter((signup) => signup.id !== id)
    const isNew = emailKey(named.email) !== emailKey(email)
    // Before any of them is corrected.
    if (isNew && doServeTogether(ofOld, ofNew)) dinnerErrors.fail('ALREADY_SIGNED_UP')
    for (const { id: signupId, slot_id, person_name } of [...others, named]) {
      const name = person_name === named.person_name ? personName : person_name
      const command: CorrectSignup = {
        type: 'CorrectSignup',
        data: { signupId, person: { name, email }, reason },
        metadata: { now: context.now },
      }
      const idempotency = signupId === id ? context.idempotency : null
      await commands.handle(correctSignupDecider, { stream: slotStream(slot_id), command }, { ...context, idempotency })
    }
    const signup = (await readOwnSignup(current, id)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 200, body: { signup } }
  })
}

const doServeTogether = (some: readonly OwnSignup[], others: readonly OwnSignup[]): boolean =>
  some.some(({ category, slot_id }) => category === 'serving' && others.some(({ slot_id: other }) => other === slot_id))

function knownBy({ user, visitorId }: RequestContext): SignUpData['knownBy'] {
  if (user) return 'token'
  return visitorId === null ? 'nothing' : 'cookie'
}
