import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slot.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CommandContext } from '../../platform/event-store/commands.ts'
import { type DinnerHouse, dinnerHouse } from '../test-dinner.ts'
import { type DeleteSlot, deleteSlot } from '../write/delete-slot/decide.ts'
import { evolve, initialState, slotStream } from '../write/slot.ts'
import { withdraw } from '../write/withdraw-signup/withdraw-signup.ts'

let house: DinnerHouse
let captainId: string
beforeAll(async () => {
  house = await dinnerHouse()
  await house.automate()
  captainId = await house.registerTeam('Huck Finns')
})
afterAll(() => house.close())

const td = { caller: { role: 'TD' } } as const
const context = (): CommandContext => ({
  actor: { kind: 'staff', id: 'ada', name: 'Ada', role: 'admin' },
  correlationId: 'c',
  causationId: 'c',
  now: house.now(),
  happenedAt: null,
  idempotency: null,
})

async function aSignup() {
  const body = newSlot.parse({ name: 'Cranberry sauce', category: 'dishes' })
  const { slot } = (await house.call(dinnerApi.addSlot, { body }, td)).body
  const person = { personName: 'Becky', email: 'becky@example.org', captainId, slotId: slot.id }
  const { signup } = (await house.call(dinnerApi.signUp, { body: person })).body
  return { slotId: slot.id, signupId: signup.id }
}
const slotNow = async (id: string) =>
  (await house.call(dinnerApi.listSlots, {})).body.slots.find((slot) => slot.id === id)

describe('A backend that is cut off in the middle', () => {
  it('of removing a sign-up leaves no place taken', async () => {
    const { slotId, signupId } = await aSignup()
    await withdraw(house.platform.commands, { slotId, signupId, reason: 'removed' }, context())
    await vi.waitFor(async () => expect((await slotNow(slotId))?.current_signups).toBe(0), { timeout: 10_000 })
  })

  it('of deleting a slot leaves no dish on a place of the board', async () => {
    const { slotId, signupId } = await aSignup()
    await house.call(dinnerApi.checkInDish, { params: { id: signupId }, body: { checkedIn: true } }, td)
    const body = { zone: 'buffet', position: 3 } as const
    await house.call(dinnerApi.moveDish, { params: { id: signupId }, body }, td)
    const command: DeleteSlot = { type: 'DeleteSlot', data: {}, metadata: { now: house.now() } }
    const decider = { decide: deleteSlot, evolve, initialState }
    await house.platform.commands.handle(decider, { stream: slotStream(slotId), command }, context())
    const held = async () => (await house.sql`select 1 from dinner_check_ins where id = ${signupId}`).length
    await vi.waitFor(async () => expect(await held()).toBe(0), { timeout: 10_000 })
  })
})
