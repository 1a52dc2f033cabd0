import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { nameAllergensDecider, slotStream } from '@ultimate/events/dinner/slot.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSignup } from '../read/signups.view.ts'
import { requireOwnership } from './cancel-signup.route.ts'

export function nameAllergensRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.nameAllergens, async ({ params: { id: signupId }, body }, context) => {
    const { send, current } = context
    const { slotId } = await requireOwnership(current, signupId, context)
    await send(nameAllergensDecider, slotStream(slotId), { type: 'NameAllergens', data: { signupId, ...body } })
    const { signup } = (await readSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 200, body: { signup } }
  })
}
