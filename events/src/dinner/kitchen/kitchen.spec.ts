import { describe, expect, it } from 'vitest'
import type { Signup } from '../slots/signup-api.ts'
import type { Slot } from '../slots/slot-api.ts'
import { pie as examplePie, exampleSignup, slotOf } from '../slots/slots.fixture.ts'
import { buildKitchen } from './kitchen.ts'

const slot = (id: string, fields: Partial<Slot>): Slot => ({
  ...examplePie,
  id,
  name: id,
  max_signups: 2,
  current_signups: 0,
  ...fields,
})
const signup = (id: string, of: Slot, fields: Partial<Signup> = {}): Signup =>
  exampleSignup({ id, ...slotOf(of), team_name: 'Finns', ...fields })
const pie = slot('pie', { name: 'Pie', max_signups: 4, current_signups: 3 })
const corn = slot('corn', { name: 'Corn', current_signups: 0 })
const carving = slot('carving', { name: 'Carving', category: 'serving', time_slot: '18:30', current_signups: 2 })
const line = slot('line', { name: 'Buffet line', category: 'serving', time_slot: '18:30', current_signups: 1 })
const early = slot('early', { name: 'Carving', category: 'serving', time_slot: '18:00', max_signups: 3 })
const kitchen = (signups: readonly Signup[], slots: readonly Slot[] = []) =>
  buildKitchen({ slots, signups, teams: [], dishesPerTeam: 16 })

describe('What the kitchen can expect', () => {
  it('is counted by kind of dish and by team, with what is here', () => {
    const dishes = [
      signup('1', pie),
      signup('2', pie, { checked_in: true }),
      signup('3', pie, { team_name: 'Crows', checked_in: true }),
    ]
    expect(kitchen(dishes, [pie, corn]).dishes).toEqual([
      { slot_id: 'corn', name: 'Corn', places: 2, expected: 0, here: 0, teams: [] },
      {
        slot_id: 'pie',
        name: 'Pie',
        places: 4,
        expected: 3,
        here: 2,
        teams: [
          { team_name: 'Crows', expected: 1, here: 1 },
          { team_name: 'Finns', expected: 2, here: 1 },
        ],
      },
    ])
  })

  it('has the dishes that no slot asks for, without a number of places', () => {
    const slaw = signup('1', slot('slaw', { name: 'Slaw' }), { team_name: '', walk_in: true, checked_in: true })
    expect(kitchen([slaw], [pie]).dishes).toMatchObject([
      { name: 'Pie', places: 4 },
      { name: 'Slaw', places: null, expected: 1, here: 1, teams: [{ team_name: '' }] },
    ])
  })

  it('has the servers of each half hour, with what they do', () => {
    const servers = [signup('1', carving, { checked_in: true }), signup('2', carving), signup('3', line)]
    expect(kitchen(servers, [carving, line, early]).servers).toEqual([
      expect.objectContaining({ time_slot: '18:00', expected: 0, here: 0, places: 3 }),
      {
        time_slot: '18:30',
        expected: 3,
        here: 1,
        places: 4,
        jobs: [
          { slot_id: 'line', name: 'Buffet line', expected: 1, here: 0, places: 2 },
          { slot_id: 'carving', name: 'Carving', expected: 2, here: 1, places: 2 },
        ],
      },
    ])
  })
})

describe('The allergens of all dishes', () => {
  const nutty = signup('1', pie, { allergens: { listed: ['eggs', 'tree nuts'], other: '' } })
  const rye = signup('2', pie, { allergens: { listed: ['eggs'], other: 'rye' } })
  const { listed, other, none_named } = kitchen([nutty, rye, signup('3', pie), signup('4', carving)], [pie]).allergens

  it('lead from each of the nine to the dishes that hold it', () => {
    expect(listed).toHaveLength(9)
    expect(listed.filter(({ dishes }) => dishes.length > 0)).toMatchObject([
      { allergen: 'eggs', dishes: [{ id: '1' }, { id: '2' }] },
      { allergen: 'tree nuts', dishes: [{ id: '1' }] },
    ])
    expect(other).toMatchObject([{ id: '2', text: 'rye' }])
  })

  it('list the dishes of which nothing is known, and no servers', () => expect(none_named).toMatchObject([{ id: '3' }]))
})

describe('What is missing', () => {
  it('is every open place, and nothing of a slot that has more sign-ups than places', () => {
    const crowded = slot('crowded', { current_signups: 3 })
    expect(kitchen([], [pie, crowded, carving, early]).missing.slots).toEqual([
      { slot_id: 'pie', name: 'Pie', category: 'dishes', time_slot: null, open: 1 },
      { slot_id: 'early', name: 'Carving', category: 'serving', time_slot: '18:00', open: 3 },
    ])
  })

  it('is what teams lack of 16 dishes, the fewest first', () => {
    const teams = [
      { id: 'a', name: 'Finns', dishes: 15 },
      { id: 'b', name: 'Crows', dishes: 16 },
      { id: 'c', name: 'Yams', dishes: 0 },
      { id: 'd', name: 'Ducks', dishes: 0 },
    ]
    expect(buildKitchen({ slots: [], signups: [], teams, dishesPerTeam: 16 }).missing.teams).toEqual([
      { team_id: 'd', team_name: 'Ducks', dishes: 0, missing: 16 },
      { team_id: 'c', team_name: 'Yams', dishes: 0, missing: 16 },
      { team_id: 'a', team_name: 'Finns', dishes: 15, missing: 1 },
    ])
  })
})
