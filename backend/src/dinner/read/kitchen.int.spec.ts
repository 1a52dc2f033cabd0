import type { Kitchen } from '@ultimate/events/dinner/kitchen/kitchen-api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Someone } from '../../test/test-app.ts'
import { type DinnerClient, dinnerClient } from '../test/test-client.ts'

let dinner: DinnerClient
beforeAll(async () => {
  dinner = await dinnerClient()
})
afterAll(() => dinner.close())

const ask = (as?: Someone) => dinner.call('GET', '/api/dinner/kitchen', { ...(as && { as }) })
const kitchen = async () => (await ask('helper')).body as unknown as Kitchen

it('shows every role of staff what to expect, and visitors nothing', async () => {
  expect((await ask()).status).toBe(401)
  for (const as of ['helper', 'admin', 'td'] as const) expect((await ask(as)).status).toBe(200)
  expect(await kitchen()).toMatchObject({ dishes: [], servers: [], missing: { slots: [], teams: [] } })
})

it('has sign-ups and walk-ins, what they name, and what confirmed teams lack', async () => {
  const captainId = await dinner.registerTeam('Huck Finns')
  const removed = await dinner.registerTeam('Crows')
  await dinner.call('POST', '/api/teams/remove', { as: 'td', body: { ids: [removed], reason: 'Cannot come.' } })
  const pie = await dinner.addSlot({ name: 'Pie', max_signups: 3 })
  const carving = await dinner.addSlot({ name: 'Carving', category: 'serving', time_slot: '18:30', max_signups: 1 })
  const allergens = { listed: ['eggs'], other: 'rye' }
  const { signup } = (await dinner.signUp({ captainId, slotId: pie.id, allergens })).body
  await dinner.signUp({ captainId, slotId: carving.id })
  await dinner.checkIn(signup.id)
  const body = { name: 'Aunt Polly', dish_name: 'Ambrosia' }
  const walkedIn = (await dinner.call('POST', '/api/dinner-management/walk-ins', { as: 'helper', body })).body.signup
  const { dishes, servers, allergens: held, missing } = await kitchen()
  expect(dishes.map(({ name, places, expected, here }) => [name, places, expected, here])).toEqual([
    ['Ambrosia', null, 1, 1],
    ['Pie', 3, 1, 1],
  ])
  expect(dishes[1]?.teams).toEqual([{ team_name: 'Huck Finns', expected: 1, here: 1 }])
  expect(servers).toMatchObject([{ time_slot: '18:30', expected: 1, here: 0, places: 1 }])
  const dish = { id: signup.id, slot_name: 'Pie', team_name: 'Huck Finns', checked_in: true }
  expect(held.listed.filter((one) => one.dishes.length > 0)).toEqual([{ allergen: 'eggs', dishes: [dish] }])
  expect(held.other).toEqual([{ ...dish, text: 'rye' }])
  expect(held.none_named.map(({ id }) => id)).toEqual([walkedIn.id])
  expect(missing).toEqual({
    slots: [{ slot_id: pie.id, name: 'Pie', category: 'dishes', time_slot: null, open: 2 }],
    teams: [{ team_id: captainId, team_name: 'Huck Finns', dishes: 1, missing: 15 }],
  })
})
