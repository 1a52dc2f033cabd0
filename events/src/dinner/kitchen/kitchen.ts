import { compareNames } from '../../language/fold.ts'
import { allergenNames, areAnyNamed } from '../allergens.ts'
import type { Signup } from '../slots/signup-api.ts'
import type { Slot } from '../slots/slot-api.ts'
import type { Kitchen, KitchenDish, KitchenHalfHour, KitchenKind } from './kitchen-api.ts'

/** A confirmed team, and how many dishes it brings. */
export interface TeamDishes {
  readonly id: string
  readonly name: string
  readonly dishes: number
}

interface KitchenFacts {
  /** The slots that are offered, in their order. */
  readonly slots: readonly Slot[]
  /** All sign-ups, in the order of the lists. */
  readonly signups: readonly Signup[]
  readonly teams: readonly TeamDishes[]
  /** The number of dishes that each confirmed team is asked for. */
  readonly dishesPerTeam: number
}

/** Returns what the kitchen can expect, and what it will lack. */
export function buildKitchen({ slots, signups, teams, dishesPerTeam }: KitchenFacts): Kitchen {
  const bySlot = Map.groupBy(signups, ({ slot_id }) => slot_id)
  const dishes = signups.filter(({ category }) => category === 'dishes')
  return {
    dishes: [...slots.filter(({ category }) => category === 'dishes').map(toKind), ...listUnlistedKinds(slots, dishes)]
      .map(({ slot_id, name, places }) => buildKind({ slot_id, name, places }, bySlot.get(slot_id) ?? []))
      .toSorted(byName),
    servers: listHalfHours(slots, bySlot),
    allergens: buildAllergens(dishes),
    missing: { slots: listOpenSlots(slots), teams: listTeamsBelow(teams, dishesPerTeam) },
  }
}

type Kind = Pick<KitchenKind, 'slot_id' | 'name' | 'places'>

const toKind = ({ id, name, max_signups }: Slot): Kind => ({ slot_id: id, name, places: max_signups })

/** Returns the kinds of dishes that walk-ins brought and no slot asks for. */
function listUnlistedKinds(slots: readonly Slot[], dishes: readonly Signup[]): Kind[] {
  const listedIds = new Set(slots.map(({ id }) => id))
  const unlisted = dishes.filter(({ slot_id }) => !listedIds.has(slot_id))
  const names = new Map(unlisted.map(({ slot_id, slot_name }) => [slot_id, slot_name]))
  return [...names].map(([slot_id, name]) => ({ slot_id, name, places: null }))
}

function buildKind(kind: Kind, signups: readonly Signup[]): KitchenKind {
  const teams = [...Map.groupBy(signups, ({ team_name }) => team_name)]
    .map(([team_name, ofTeam]) => ({ team_name, ...countSignups(ofTeam) }))
    .toSorted((one, other) => compareNames(one.team_name, other.team_name))
  return { ...kind, ...countSignups(signups), teams }
}

const countSignups = (signups: readonly Signup[]) => ({
  expected: signups.length,
  here: signups.filter(({ checked_in }) => checked_in).length,
})

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  compareNames(one.name, other.name)

function listHalfHours(slots: readonly Slot[], bySlot: ReadonlyMap<string, readonly Signup[]>): KitchenHalfHour[] {
  const byTime = Map.groupBy(
    slots.filter(({ category }) => category === 'serving'),
    ({ time_slot }) => time_slot ?? '',
  )
  const halfHours = [...byTime].map(([time_slot, slotsOfTime]) => ({
    time_slot,
    ...countSignups(slotsOfTime.flatMap(({ id }) => bySlot.get(id) ?? [])),
    places: slotsOfTime.reduce((sum, { max_signups }) => sum + max_signups, 0),
    jobs: slotsOfTime
      .map(({ id, name, max_signups }) => ({
        slot_id: id,
        name,
        ...countSignups(bySlot.get(id) ?? []),
        places: max_signups,
      }))
      .toSorted(byName),
  }))
  return halfHours.toSorted((one, other) => compareNames(one.time_slot, other.time_slot))
}

function buildAllergens(dishes: readonly Signup[]): Kitchen['allergens'] {
  return {
    listed: allergenNames.map((allergen) => ({
      allergen,
      dishes: dishes.filter(({ allergens }) => allergens.listed.includes(allergen)).map(toKitchenDish),
    })),
    other: dishes.flatMap((dish) =>
      dish.allergens.other ? [{ ...toKitchenDish(dish), text: dish.allergens.other }] : [],
    ),
    none_named: dishes.filter(({ allergens }) => !areAnyNamed(allergens)).map(toKitchenDish),
  }
}

const toKitchenDish = ({ id, slot_name, team_name, checked_in }: Signup): KitchenDish => ({
  id,
  slot_name,
  team_name,
  checked_in,
})

const listOpenSlots = (slots: readonly Slot[]): Kitchen['missing']['slots'] =>
  slots.flatMap(({ id, name, category, time_slot, max_signups, current_signups }) => {
    const open = max_signups - current_signups
    return open > 0 ? [{ slot_id: id, name, category, time_slot, open }] : []
  })

const listTeamsBelow = (teams: readonly TeamDishes[], dishesPerTeam: number): Kitchen['missing']['teams'] =>
  teams
    .filter(({ dishes }) => dishes < dishesPerTeam)
    .map(({ id, name, dishes }) => ({ team_id: id, team_name: name, dishes, missing: dishesPerTeam - dishes }))
    .toSorted((one, other) => one.dishes - other.dishes || compareNames(one.team_name, other.team_name))
