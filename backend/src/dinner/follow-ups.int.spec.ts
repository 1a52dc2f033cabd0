import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { signupStream } from '@ultimate/events/dinner/signup.ts'
import { type DeleteSlot, deleteSlot, evolve, initialState, slotStream } from '@ultimate/events/dinner/slot.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendAs } from '../platform/commands.ts'
import { whenSignupWithdrawnThenFreePlace } from './follow-ups.ts'
import { type DinnerTestApp, dinnerTestApp } from './test/test-dinner.ts'
import { decideArrivalRoute } from './write/decide-arrival.route.ts'
import { cancelSignup, freePlace } from './write/signup-commands.ts'

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
  const { signup } = (await app.signUp({ captainId, slotId: slot.id })).body
  return { slotId: slot.id, signupId: signup.id }
}
const slotNow = async (id: string) =>
  (await app.call(dinnerApi.listSlots, {})).body.slots.find((slot) => slot.id === id)

describe('A backend that is cut off in the middle', () => {
  it('of removing a sign-up leaves no place taken', async () => {
    const { slotId, signupId } = await aSignup()
    await cancelSignup(sendAs(app.platform.commands, context()), { slotId, signupId, reason: 'removed' })
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

describe('An arrival that is restored', () => {
  /** Checked in before the removal that was known first, and not decided on. */
  async function anUndecidedArrival() {
    const { slotId, signupId } = await aSignup()
    const at = app.now().toISOString()
    app.moveClock(60)
    await app.call(dinnerApi.cancelSignup, { params: { id: signupId } }, td)
    await app.call(dinnerApi.checkInDish, { params: { id: signupId }, body: { checkedIn: true, at } }, td)
    const restore = { params: { signup_id: signupId }, body: { decision: 'restore' } } as const
    return { slotId, signupId, restore }
  }

  it('keeps its place where the removal is followed up between the two commands of it', async () => {
    const { slotId, signupId, restore } = await anUndecidedArrival()
    const { commands } = app.platform
    const handle: typeof commands.handle = async (decider, handling, ...rest) => {
      if (handling.stream === signupStream(signupId)) await freePlace(sendAs(commands, context()), { slotId, signupId })
      return commands.handle(decider, handling, ...rest)
    }
    const through = decideArrivalRoute({
      ...app.platform,
      commands: { ...commands, handle },
    })
    expect((await app.call(dinnerApi.decideArrival, restore, { ...td, through })).refused).toBeNull()
    expect((await slotNow(slotId))?.current_signups).toBe(1)
  })

  it('keeps its place where the removal is followed up by what did not know of it yet', async () => {
    const { slotId, signupId, restore } = await anUndecidedArrival()
    const { log } = app.platform
    const [removal] = await log.read({ stream: signupStream(signupId), types: ['SignupWithdrawn'] })
    let isRestored = false
    const read: typeof log.read = async (query) => {
      const found = await log.read(query)
      if (!isRestored) {
        isRestored = true
        await app.call(dinnerApi.decideArrival, restore, td)
      }
      return found
    }
    const late = whenSignupWithdrawnThenFreePlace({ ...app.platform, log: { ...log, read } })
    if (removal && 'handle' in late) await late.handle(removal)
    expect([isRestored, (await slotNow(slotId))?.current_signups]).toEqual([true, 1])
  })
})
