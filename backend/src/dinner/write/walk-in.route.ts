import { requestToDetails } from '@ultimate/events/dinner/dish-details.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { slotStream, walkInDecider } from '@ultimate/events/dinner/slot.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { reportedTime } from '@ultimate/events/language/reported-time.ts'
import { commandRoute, sendAs } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSignup } from '../read/signups.view.ts'
import { checkInWalkIn } from './signup-commands.ts'

/** Signs a person up and checks them in at once; if this is interrupted, an automation checks them in. */
export function walkInRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.walkIn, async ({ body }, { commandContext, newId, current }) => {
    const { name, team_name: team = '', dish_name: dish } = body
    const signupId = newId()
    // A dish that no slot asks for becomes a new, unlisted slot.
    const slotId = body.slot_id ?? newId()
    const reported = reportedTime(body.at, { now: commandContext.now })
    const data = { signupId, name, team, dish, details: requestToDetails(body), ...reported }
    const send = sendAs(platform.commands, { ...commandContext, happenedAt: reported.at })
    await send(walkInDecider, slotStream(slotId), { type: 'WalkIn', data })
    const readWalkIn = async () => (await readSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    const { category } = (await readWalkIn()).signup
    await checkInWalkIn(send, { signupId, slotId, category, ...reported, at: reported.at ?? commandContext.now })
    // Read again, because it is checked in only now.
    const { signup } = await readWalkIn()
    return { status: 201, body: { signup } }
  })
}
