import { signupApi } from '@ultimate/events/dinner/signup-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readOwnSignups, readSignups, readTeamDishCounts } from './query.ts'

export function listDishSignupsRoute({ sql }: Platform): Route {
  return route(signupApi.listDishSignups, async () => {
    const signups = await readSignups(sql, 'dishes')
    return { status: 200, body: { signups } }
  })
}

export function listServerSignupsRoute({ sql }: Platform): Route {
  return route(signupApi.listServerSignups, async () => {
    const signups = await readSignups(sql, 'serving')
    return { status: 200, body: { signups } }
  })
}

/** A device without the cookie has signed up for nothing. */
export function mySignupsRoute({ sql }: Platform): Route {
  return route(signupApi.mySignups, async (_, { visitorId }) => {
    const signups = visitorId === null ? [] : await readOwnSignups(sql, visitorId)
    return { status: 200, body: { signups } }
  })
}

export function countTeamDishesRoute({ sql }: Platform): Route {
  return route(signupApi.countTeamDishes, async () => {
    const teamCounts = await readTeamDishCounts(sql)
    return { status: 200, body: { teamCounts } }
  })
}
