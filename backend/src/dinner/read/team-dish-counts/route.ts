import { signupApi } from '@ultimate/events/dinner/signup-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readTeamDishCounts } from './query.ts'

export function countTeamDishesRoute({ sql }: Platform): Route {
  return route(signupApi.countTeamDishes, async () => {
    const teamCounts = await readTeamDishCounts(sql)
    return { status: 200, body: { teamCounts } }
  })
}
