import { requestToDetails } from '@ultimate/events/dinner/dish-details.ts'
import { dinnerErrors, notYourSignup } from '@ultimate/events/dinner/errors.ts'
import {
  correctSignupDecider,
  emailKey,
  nameAllergensDecider,
  type SignUpData,
  signUpDecider,
  slotStream,
} from '@ultimate/events/dinner/slot.ts'
import { type OwnSignup, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { rejectBots } from '@ultimate/events/language/text/form-mark.ts'
import { commandRoute, withoutKey } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { RequestContext, Route } from '../../platform/http/http-route.ts'
import { rememberDevice } from '../../platform/http/request/caller.ts'
import type { Platform } from '../../platform/module.ts'
import { readDinner } from '../read/board/board.query.ts'
import { isOwnAddress } from '../read/claims.view.ts'
import { type Ownership, readOwnership, readOwnSignup, readSignup, readSignupsOf } from '../read/signups.view.ts'
import { isTeamKnown } from '../read/teams.view.ts'
import { cancelSignup, freePlace } from './signup-commands.ts'

export function signUpRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.signUp, async ({ body }, context) => {
    rejectBots(body.form)
    const { send, current } = context
    const { personName: name, email, captainId: teamId, slotId } = body
    const signupId = context.newId()
    // A device without a `visitor` cookie gets one with the answer. The event names the visitor of this device.
    const device = rememberDevice(context)
    const [isKnownTeam, isOwn] = await Promise.all([
      isTeamKnown(current, teamId),
      // Without a cookie, `context.visitorId` is null: such a device cannot have opened a link.
      context.visitorId !== null && isOwnAddress(current, context.visitorId, emailKey(email)),
    ])
    const caller = { visitorId: device.visitorId, knownBy: findKnownBy(context), isOwnAddress: isOwn }
    const data = { signupId, teamId, isTeamKnown: isKnownTeam, name, email, ...caller, details: requestToDetails(body) }
    await send(signUpDecider, slotStream(slotId), { type: 'SignUp', data }, { context: device.commandContext })
    // The sign-up may be canceled already.
    const signup = (await readOwnSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 201, body: { signup } }
  })
}

/**
 * A volunteer is known by the address, so all sign-ups with the old address get the new address. The new name goes only
 * to sign-ups with the target's old name.
 */
export function correctSignupRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.correctSignup, async ({ params: { id }, body }, { send, current }) => {
    const readTarget = async () => (await readOwnSignup(current, id)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    const targetSignup = await readTarget()
    const { email = targetSignup.email, personName: newName = targetSignup.person_name, reason } = body
    const [atOldAddress, atNewAddress] = await Promise.all([
      targetSignup.email === '' ? [] : readSignupsOf(current, emailKey(targetSignup.email)),
      readSignupsOf(current, emailKey(email)),
    ])
    const isNewAddress = emailKey(targetSignup.email) !== emailKey(email)
    // The request must be rejected before any sign-up is corrected.
    if (isNewAddress && doShareServingSlot(atOldAddress, atNewAddress)) dinnerErrors.fail('ALREADY_SIGNED_UP')
    const otherSignups = atOldAddress.filter((signup) => signup.id !== id)
    // If the request breaks off, its repetition finds the remaining sign-ups by the target's old address. So the target
    // is corrected last, and only its command claims the request's key.
    for (const { id: signupId, slot_id, person_name: oldName } of [...otherSignups, targetSignup]) {
      const name = oldName === targetSignup.person_name ? newName : oldName
      const command = { type: 'CorrectSignup', data: { signupId, person: { name, email }, reason } } as const
      await send(correctSignupDecider, slotStream(slot_id), command, signupId === id ? {} : withoutKey)
    }
    return { status: 200, body: { signup: await readTarget() } }
  })
}

/** Returns true if a sign-up of each list is for the same serving slot. */
function doShareServingSlot(atOldAddress: readonly OwnSignup[], atNewAddress: readonly OwnSignup[]): boolean {
  const oldSlotIds = new Set(atOldAddress.map(({ slot_id }) => slot_id))
  return atNewAddress.some(({ category, slot_id }) => category === 'serving' && oldSlotIds.has(slot_id))
}

function findKnownBy({ user, visitorId }: RequestContext): SignUpData['knownBy'] {
  if (user) return 'token'
  return visitorId === null ? 'nothing' : 'cookie'
}

export function cancelSignupRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.cancelSignup, async ({ params: { id: signupId } }, context) => {
    const { send, current } = context
    const { isByStaff, slotId, isWalkIn } = await requireOwnership(current, signupId, context)
    const reason = isByStaff ? 'removed-by-staff' : 'removed'
    // Whether a checked-in walk-in can be canceled depends on the zone of its dish in this dinner.
    const dinner = isWalkIn ? (await readDinner(current)).dinner : undefined
    await cancelSignup(send, { signupId, slotId, reason, dinner })
    await freePlace(send, { signupId, slotId })
    return { status: 204, body: undefined }
  })
}

/**
 * Reads the slot and the owner of a sign-up, and rejects callers who may not change the sign-up. Its owner, admin and
 * TD may change it, and for a walk-in also the user who took it in. TD and admin count as staff even if they own the
 * sign-up.
 */
export async function requireOwnership(
  current: Edition,
  signupId: string,
  { user, visitorId }: RequestContext,
): Promise<Ownership & { readonly isByStaff: boolean }> {
  const ownership = (await readOwnership(current, visitorId, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const hasTakenIn = ownership.takenInBy !== null && ownership.takenInBy === user?.id
  const isByStaff = hasTakenIn || (user !== null && isAllowed(adminOrTd, user.role))
  if (!ownership.isOwn && !isByStaff) throw notYourSignup()
  return { ...ownership, isByStaff }
}

export function nameAllergensRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.nameAllergens, async ({ params: { id: signupId }, body }, context) => {
    const { send, current } = context
    const { slotId } = await requireOwnership(current, signupId, context)
    await send(nameAllergensDecider, slotStream(slotId), { type: 'NameAllergens', data: { signupId, ...body } })
    const { signup } = (await readSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 200, body: { signup } }
  })
}
