import type { Waiting } from '../platform/changes.ts'
import type { Platform } from '../platform/module.ts'
import { readUndecided } from './read/canceled-signups.query.ts'
import { readConfirmedTeams } from './read/teams.view.ts'
import { readEmptySlots, readPeopleInTwoSlots } from './read/waiting.query.ts'

/** Lists the parts of the dinner that wait for staff. */
export const dinnerWaiting = (platform: Platform) => async (): Promise<readonly Waiting[]> => {
  const [teams, dishes, slots, people, arrivals] = await Promise.all([
    readConfirmedTeams(platform.current),
    readEmptySlots(platform.current, 'dishes'),
    readEmptySlots(platform.current, 'serving'),
    readPeopleInTwoSlots(platform.current),
    readUndecided(platform),
  ])
  const teamsWithoutDish = teams.flatMap(({ name, dishes: dishCount }) => (dishCount === 0 ? [name] : []))
  return [
    {
      kind: 'undecided_arrivals',
      title: 'Came, although their sign-up was removed',
      names: arrivals.map(({ person_name, slot_name }) => `${person_name} (${slot_name})`),
      path: '/dinner/checkin',
    },
    { kind: 'teams_without_dishes', title: 'Teams without a dish', names: teamsWithoutDish, path: '/dinner/signup' },
    {
      kind: 'empty_dishes',
      title: 'Dishes nobody cooks',
      names: dishes.map(({ name }) => name),
      path: '/dinner/signup',
      entries: dishes,
    },
    {
      kind: 'empty_serving_slots',
      title: 'Serving times without a server',
      names: slots.map(({ name }) => name),
      path: '/dinner/signup',
    },
    { kind: 'people_in_two_slots', title: 'People in two places at one time', names: people, path: '/dinner/signup' },
  ]
}
