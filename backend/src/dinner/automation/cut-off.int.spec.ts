import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CommandContext } from '../../platform/event-store/commands.ts'
import { type DinnerTestApp, dinnerTestApp } from '../test/test-dinner.ts'
import { withdraw } from '../write/signup-removal/withdraw-signup.ts'
import { evolve, initialState, slotStream } from '../write/slot.ts'
import { type DeleteSlot, deleteSlot } from '../write/slots/decide.ts'

let app: DinnerTestApp
let captainId: string
beforeAll(async () => {
  app = await dinnerTestApp()
  await app.automate()
  captainId = await app.registerTeam('Huck Finns')
})
afterAll(() => app.close())

const td = { caller: { role: 'TD' } } as const
const context = (): CommandContext => ({
  actor: { kind: 'staff', id: 'ada', name: 'Ada', role: 'admin' },
  correlationId: 'c',
  causationId: 'c',
  now: app.now(),
  happenedAt: null,
  idempotency: null,
})

async function aSignup() {
  const body = newSlot.parse({ name: 'Cranberry sauce', category: 'dishes' })
  const { slot } = (await app.call(dinnerApi.addSlot, { body }, td)).body
  const person = { personName: 'Becky', email: 'becky@example.org', captainId, slotId: slot.id }
  const { signup } = (await app.call(dinnerApi.signUp, { body: person })).body
  return { slotId: slot.id, signupId: signup.id }
}
const slotNow = async (id: string) =>
  (await app.call(dinnerApi.listSlots, {})).body.slots.find((slot) => slot.id === id)

describe('A backend that is cut off in the middle', () => {
  it('of removing a sign-up leaves no place taken', async () => {
    const { slotId, signupId } = await aSignup()
    await withdraw(app.platform.commands, { slotId, signupId, reason: 'removed' }, context())
    await vi.waitFor(async () => expect((await slotNow(slotId))?.current_signups).toBe(0), { timeout: 20_000 })
  })

  it('of deleting a slot leaves no dish on a place of the board', async () => {
    const { slotId, signupId } = await aSignup()
    await app.call(dinnerApi.checkInDish, { params: { id: signupId }, body: { checkedIn: true } }, td)
    const body = { zone: 'buffet', position: 3 } as const
    await app.call(dinnerApi.moveDish, { params: { id: signupId }, body }, td)
    const command: DeleteSlot = { type: 'DeleteSlot', data: {}, metadata: { now: app.now() } }
    const decider = { decide: deleteSlot, evolve, initialState }
    await app.platform.commands.handle(decider, { stream: slotStream(slotId), command }, context())
    const held = async () => (await app.sql`select 1 from dinner_check_ins where id = ${signupId}`).length
    await vi.waitFor(async () => expect(await held()).toBe(0), { timeout: 20_000 })
  })
})
