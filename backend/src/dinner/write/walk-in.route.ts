import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { slotStream } from '@ultimate/events/dinner/slot.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type WalkIn, walkInDecider } from '@ultimate/events/dinner/walk-in.ts'
import { reportedTime } from '@ultimate/events/language/reported-time.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSignup } from '../read/signups.view.ts'
import { checkInArrival } from './check-in-arrival.ts'

/** Signed up and checked in at once; an automation makes sure of the latter. */
export function walkInRoute({ commands, current }: Platform): Route {
  return route(signupApi.walkIn, async ({ body }, context) => {
    const { name, team_name: team = '', dish_name: dish, allergens } = body
    const signupId = context.newId()
    const slotId = body.slot_id ?? context.newId()
    const reported = reportedTime(body.at, { now: context.command.now })
    const command: WalkIn = {
      type: 'WalkIn',
      data: { signupId, name, team, dish, allergens, ...reported },
      metadata: { now: context.command.now },
    }
    const own = { ...context.command, happenedAt: reported.at }
    await commands.handle(walkInDecider, { stream: slotStream(slotId), command }, own)
    const known = (await readSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    const { category } = known.signup
    const arrival = { signupId, slotId, category, ...reported, at: reported.at ?? own.now }
    await checkInArrival(commands, arrival, own)
    const { signup } = (await readSignup(current, signupId)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 201, body: { signup } }
  })
}
