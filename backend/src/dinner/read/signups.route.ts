import { kitchenApi } from '@ultimate/events/dinner/kitchen/kitchen-api.ts'
import { arrivalApi } from '@ultimate/events/dinner/slots/arrival-api.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { openSignup } from '../write/note-signup-shown.ts'
import { readUndecided } from './arrivals.query.ts'
import { readKitchen } from './kitchen.query.ts'
import { readOwnSignups, readSignups, readTeamDishCounts } from './signups.view.ts'

export function listDishSignupsRoute({ current }: Platform): Route {
  return route(signupApi.listDishSignups, async () => {
    const signups = await readSignups(current, 'dishes')
    return { status: 200, body: { signups } }
  })
}

export function listServerSignupsRoute({ current }: Platform): Route {
  return route(signupApi.listServerSignups, async () => {
    const signups = await readSignups(current, 'serving')
    return { status: 200, body: { signups } }
  })
}

export function readSignupRoute(platform: Platform): Route {
  return route(signupApi.readSignup, async ({ params: { id } }, { command: context }) => {
    const signup = await openSignup(platform, id, context)
    return { status: 200, body: { signup } }
  })
}

/** A device without the cookie has no sign-ups. */
export function mySignupsRoute({ current }: Platform): Route {
  return route(signupApi.mySignups, async (_, { visitorId }) => {
    const signups = visitorId === null ? [] : await readOwnSignups(current, visitorId)
    return { status: 200, body: { signups } }
  })
}

/** Nothing is stored: the device loses the cookie by which it is known. */
export function clearDeviceRoute(): Route {
  return route(signupApi.clearDevice, async (_, { setCookie }) => {
    setCookie('visitor', '', { maxAgeSeconds: 0 })
    return { status: 204, body: undefined }
  })
}

export function countTeamDishesRoute({ current }: Platform): Route {
  return route(signupApi.countTeamDishes, async () => {
    const teamCounts = await readTeamDishCounts(current)
    return { status: 200, body: { teamCounts } }
  })
}

export function listUndecidedRoute(platform: Platform): Route {
  return route(arrivalApi.listUndecided, async () => {
    const arrivals = await readUndecided(platform)
    return { status: 200, body: { arrivals } }
  })
}

export function readKitchenRoute({ current }: Platform): Route {
  return route(kitchenApi.readKitchen, async () => ({ status: 200, body: await readKitchen(current) }))
}
