import { buildKitchen } from '@ultimate/events/dinner/kitchen/kitchen.ts'
import { type Kitchen, kitchenApi } from '@ultimate/events/dinner/kitchen/kitchen-api.ts'
import { arrivalApi, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { slotApi } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readUndecided } from './canceled-signups.query.ts'
import { readSignups, readSlots } from './signups.view.ts'
import { readConfirmedTeams, readTeamDishCounts } from './teams.view.ts'

const answer = <Body>(body: Body) => ({ status: 200, body })

/** Slots and sign-ups, and what is counted of them. */
export function signupReadRoutes(platform: Platform): Route[] {
  const { current } = platform
  return [
    route(slotApi.listSlots, async () => answer({ slots: await readSlots(current) })),
    route(signupApi.listDishSignups, async () => answer({ signups: await readSignups(current, 'dishes') })),
    route(signupApi.listServerSignups, async () => answer({ signups: await readSignups(current, 'serving') })),
    route(signupApi.countTeamDishes, async () => answer({ teamCounts: await readTeamDishCounts(current) })),
    route(arrivalApi.listUndecided, async () => answer({ arrivals: await readUndecided(platform) })),
    route(kitchenApi.readKitchen, async () => answer(await readKitchen(current))),
    // Nothing is stored: the device loses the cookie by which it is known.
    route(signupApi.clearDevice, async (_, { setCookie }) => {
      setCookie('visitor', '', { maxAgeSeconds: 0 })
      return { status: 204, body: undefined }
    }),
  ]
}

/**
 * Counts what the kitchen can expect. The lists are read separately. A sign-up between two reads makes no sum wrong,
 * because each sum uses one list.
 */
async function readKitchen(current: Edition): Promise<Kitchen> {
  const [slots, dishes, servers, teams, facts] = await Promise.all([
    readSlots(current),
    readSignups(current, 'dishes'),
    readSignups(current, 'serving'),
    readConfirmedTeams(current),
    current.facts(),
  ])
  return buildKitchen({ slots, signups: [...dishes, ...servers], teams, dishesPerTeam: facts.dinner.dishes_per_team })
}
