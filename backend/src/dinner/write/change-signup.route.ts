import { dinnerErrors, notYourSignup } from '@ultimate/events/dinner/errors.ts'
import { correctSignupDecider, emailKey, nameAllergensDecider, slotStream } from '@ultimate/events/dinner/slot.ts'
import { type OwnSignup, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { commandRoute, withoutKey } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { RequestContext, Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readDinner } from '../read/board/board.query.ts'
import { type Ownership, readOwnership, readOwnSignup, readSignup, readSignupsOf } from '../read/signups.view.ts'
import { cancelSignup, freePlace } from './signup-commands.ts'

export const changeSignupRoutes = (platform: Platform): Route[] => [
  cancelSignupRoute(platform),
  nameAllergensRoute(platform),
  correctSignupRoute(platform),
]

function cancelSignupRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.cancelSignup, async ({ params: { id: signupId } }, context) => {
    const { send, current } = context
    const { isByStaff, slotId, isWalkIn } = await requireOwnership(current, signupId, context)
    const reason = isByStaff ? 'removed-by-staff' : 'removed'
    const walkIn = isWalkIn ? { dinner: (await readDinner(current)).dinner } : undefined
    await cancelSignup(send, { signupId, slotId, reason, walkIn })
    await freePlace(send, { signupId, slotId })
    return { status: 204, body: undefined }
  })
}

function nameAllergensRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.nameAllergens, async ({ params: { id: signupId }, body }, context) => {
    const { send, current } = context
    const { slotId } = await requireOwnership(current, signupId, context)
    await send(nameAllergensDecider, slotStream(slotId), { type: 'NameAllergens', data: { signupId, ...body } })
    const { signup } = (await readSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 200, body: { signup } }
  })
}

/**
 * Reads the slot and the owner of a sign-up, and rejects callers who may not change it. Its owner may. So may admin and TD,
 * and for a walk-in the user who entered it; these count as staff even if they own the sign-up.
 */
async function requireOwnership(
  current: Edition,
  signupId: string,
  { user, visitorId }: RequestContext,
): Promise<Ownership & { readonly isByStaff: boolean }> {
  const ownership = (await readOwnership(current, visitorId, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const hasEnteredWalkIn = ownership.takenInBy !== null && ownership.takenInBy === user?.id
  const isByStaff = hasEnteredWalkIn || (user !== null && isAllowed(adminOrTd, user.role))
  if (!ownership.isOwn && !isByStaff) throw notYourSignup()
  return { ...ownership, isByStaff }
}

/**
 * A volunteer is known by the address, so all sign-ups with the old address get the new address. The new name goes only
 * to sign-ups with the target's old name.
 */
function correctSignupRoute(platform: Platform): Route {
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
