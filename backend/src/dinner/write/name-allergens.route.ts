import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { type NameAllergens, nameAllergensDecider } from '@ultimate/events/dinner/name-allergens.ts'
import { slotStream } from '@ultimate/events/dinner/slot.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSignup } from '../read/signups.view.ts'
import { requireOwnership } from './cancel-signup.route.ts'

export function nameAllergensRoute({ commands, current }: Platform): Route {
  return route(signupApi.nameAllergens, async ({ params: { id: signupId }, body: { allergens } }, context) => {
    const { slotId } = await requireOwnership(current, signupId, context)
    const command: NameAllergens = {
      type: 'NameAllergens',
      data: { signupId, allergens },
      metadata: { now: context.command.now },
    }
    await commands.handle(nameAllergensDecider, { stream: slotStream(slotId), command }, context.command)
    const { signup } = (await readSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 200, body: { signup } }
  })
}
