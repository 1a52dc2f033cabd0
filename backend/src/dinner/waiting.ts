import { clockTime, nameOfSlot, servingMinutes } from '@ultimate/events/dinner/slots/slot.ts'
import type { Waiting } from '../platform/changes.ts'
import type { Edition, EditionPlatform } from '../platform/edition.ts'
import { readUndecided } from './read/arrivals/query.ts'

/** What of the dinner waits for staff. */
export const dinnerWaiting = (platform: EditionPlatform) => async (): Promise<readonly Waiting[]> => {
  const [teams, slots, people, arrivals] = await Promise.all([
    teamsWithoutDishes(platform.current),
    emptyServingSlots(platform.current),
    peopleInTwoSlots(platform.current),
    readUndecided(platform),
  ])
  return [
    {
      kind: 'undecided_arrivals',
      title: 'Came, although their sign-up was removed',
      names: arrivals.map(({ person_name, slot_name }) => `${person_name} (${slot_name})`),
      path: '/dinner/checkin',
    },
    { kind: 'teams_without_dishes', title: 'Teams without a dish', names: teams, path: '/dinner/signup' },
    { kind: 'empty_serving_slots', title: 'Serving times without a server', names: slots, path: '/dinner/signup' },
    { kind: 'people_in_two_slots', title: 'People in two places at one time', names: people, path: '/dinner/signup' },
  ]
}

async function teamsWithoutDishes({ sql, edition }: Edition): Promise<string[]> {
  const rows = await sql<{ team_name: string }[]>`
    select team_name from dinner_teams team
    where edition = ${edition} and counts and not removed and not exists (
      select from dinner_signups signup
      join dinner_slots slot on slot.id = signup.slot_id and slot.category = 'dishes'
      where signup.team_id = team.id)
    order by registered_at, id`
  return rows.map(({ team_name }) => team_name)
}

async function emptyServingSlots({ sql, edition }: Edition): Promise<string[]> {
  const rows = await sql<{ name: string; time_slot: string | null }[]>`
    select name, time_slot from dinner_slots slot
    where edition = ${edition} and category = 'serving'
      and not exists (select from dinner_signups signup where signup.slot_id = slot.id)
    order by time_slot, lower(name), id`
  return rows.map(nameOfSlot)
}

interface TwoPlaces {
  readonly person_name: string
  readonly one: string
  readonly other: string
}

/** One address in two serving slots that overlap. */
async function peopleInTwoSlots({ sql, edition }: Edition): Promise<string[]> {
  const rows = await sql<TwoPlaces[]>`
    with serving as (
      select signup.id, signup.email_key, signup.person_name, signup.slot_id, slot.time_slot
      from dinner_signups signup
      join dinner_slots slot on slot.id = signup.slot_id and slot.category = 'serving' and slot.edition = ${edition}
      where signup.email_key <> '')
    select distinct on (lower(one.person_name), one.email_key)
      one.person_name, one.time_slot as one, other.time_slot as other
    from serving one
    join serving other on other.email_key = one.email_key and other.slot_id <> one.slot_id
      and (other.time_slot, other.id) > (one.time_slot, one.id)
      and other.time_slot::time - one.time_slot::time < make_interval(mins => ${servingMinutes})
    order by lower(one.person_name), one.email_key, one.time_slot`
  return rows.map(({ person_name, one, other }) => {
    const times = one === other ? `twice at ${clockTime(one)}` : `${clockTime(one)} and ${clockTime(other)}`
    return `${person_name} (${times})`
  })
}
