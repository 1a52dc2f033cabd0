import { buildKitchen } from '@ultimate/events/dinner/kitchen/kitchen.ts'
import type { Kitchen } from '@ultimate/events/dinner/kitchen/kitchen-api.ts'
import type { Edition } from '../../platform/edition.ts'
import { readSignups } from './signups.view.ts'
import { readSlots } from './slots.view.ts'
import { readConfirmedTeams } from './teams.view.ts'

/** Counts what the kitchen can expect. Each sum counts its own list, so a change in between breaks none of them. */
export async function readKitchen(current: Edition): Promise<Kitchen> {
  const [slots, dishes, servers, teams, facts] = await Promise.all([
    readSlots(current),
    readSignups(current, 'dishes'),
    readSignups(current, 'serving'),
    readConfirmedTeams(current),
    current.facts(),
  ])
  return buildKitchen({ slots, signups: [...dishes, ...servers], teams, dishesPerTeam: facts.dinner.dishes_per_team })
}
