import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerTestApp, dinnerTestApp } from '../../test/test-dinner.ts'

let app: DinnerTestApp
let captainId: string
beforeAll(async () => {
  app = await dinnerTestApp({ backends: 2 })
  captainId = await app.registerTeam('Huck Finns')
})
afterAll(() => app.close())

const td = { caller: { role: 'TD' } } as const
const on = (index: number) => ({ ...td, backend: index % 2 })

async function addSlot(fields: Record<string, unknown> = {}): Promise<string> {
  const body = newSlot.parse({ name: 'Cranberry sauce', category: 'dishes', max_signups: 3, ...fields })
  return (await app.call(dinnerApi.addSlot, { body }, td)).body.slot.id
}
const signUp = (slotId: string, index: number) => {
  const as = { caller: { visitorId: `visitor-${index}` }, backend: index % 2 }
  return app.signUp({ personName: `Person ${index}`, email: `person${index}@example.org`, captainId, slotId }, as)
}
async function aDish(): Promise<string> {
  return (await signUp(await addSlot({ max_signups: 1 }), 0)).body.signup.id
}
const checkIn = (id: string, checkedIn = true, index = 0) =>
  app.call(dinnerApi.checkInDish, { params: { id }, body: { checkedIn } }, on(index))
const remove = (id: string, index = 0) => app.call(dinnerApi.cancelSignup, { params: { id } }, on(index))
const move = (id: string, zone: 'holding' | 'buffet', position: number | null, index = 0) =>
  app.call(dinnerApi.moveDish, { params: { id }, body: { zone, position } }, on(index))
async function checkedInDish(): Promise<string> {
  const id = await aDish()
  await checkIn(id)
  return id
}
const readSlot = async (id: string) =>
  (await app.call(dinnerApi.listSlots, {})).body.slots.find((slot) => slot.id === id)
const boardItem = async (id: string) =>
  (await app.call(dinnerApi.listBoardItems, {}, td)).body.items.find((item) => item.id === id)

async function expectRebuildEqualsLive(): Promise<void> {
  const modules = app.backends[0]?.modules ?? []
  expect((await rebuild({ sql: app.sql, modules, apply: false })).differences).toEqual([])
}

describe('Several clients on two backends', () => {
  it('lets one person serve once in the same half hour, however often the button was pressed', async () => {
    const slotId = await addSlot({ category: 'serving', time_slot: '19:00', max_signups: 8 })
    const answers = await Promise.all(
      ['becky@example.org', 'Becky@example.org', 'BECKY@EXAMPLE.ORG', 'becky@Example.Org'].map((email, index) =>
        app.signUp({ email, captainId, slotId }, { backend: index % 2 }),
      ),
    )
    expect(answers.map(({ refused }) => refused).toSorted()).toEqual([...Array(3).fill('ALREADY_SIGNED_UP'), null])
  })

  it('never counts below zero, however often a sign-up is removed at once', async () => {
    const slot = await addSlot()
    const { id } = (await signUp(slot, 1)).body.signup
    const answers = await Promise.all([0, 1, 2, 3].map((index) => remove(id, index)))
    for (const { refused } of answers) expect([null, 'SIGNUP_NOT_FOUND']).toContain(refused)
    expect((await readSlot(slot))?.current_signups).toBe(0)
    await expectRebuildEqualsLive()
  })
})

describe('Two people at the same moment', () => {
  it('cannot put two dishes on one place', async () => {
    const dishes = [await checkedInDish(), await checkedInDish()]
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all(dishes.map((id, index) => move(id, 'buffet', 5, index)))
      expect(answers.map(({ refused }) => refused).toSorted()).toEqual(['SLOT_OCCUPIED', null])
      const places = await Promise.all(dishes.map(boardItem))
      expect(places.filter((item) => item?.management_position === 5)).toHaveLength(1)
      for (const id of dishes) await move(id, 'holding', null)
    }
  })

  it('cannot check a dish in and remove it: one of them wins', async () => {
    for (let round = 0; round < 15; round++) {
      const id = await aDish()
      const [checked, removed] = await Promise.all([checkIn(id, true, round), remove(id, round + 1)])
      const outcome = [checked.refused, removed.refused]
      if (removed.refused === null) expect(outcome).toEqual(['SIGNUP_NOT_FOUND', null])
      else expect(outcome).toEqual([null, 'ALREADY_CHECKED_IN'])
      expect((await boardItem(id)) === undefined).toBe(removed.refused === null)
    }
  })

  it('cannot undo a check-in and move the dish: one of them wins', async () => {
    for (let round = 0; round < 15; round++) {
      const id = await checkedInDish()
      const [undo, moved] = await Promise.all([checkIn(id, false, round), move(id, 'buffet', 7, round + 1)])
      if (moved.refused === null) expect(undo.refused).toBe('DISH_IN_USE')
      else expect([undo.refused, moved.refused]).toEqual([null, 'DISH_NOT_CHECKED_IN'])
      await move(id, 'holding', null)
    }
  })

  it('never lose sight of a dish, although the layout shrinks under it', async () => {
    const id = await checkedInDish()
    for (let round = 0; round < 15; round++) {
      const body = { warming_slots: 4, buffet_slots: 4 }
      const [moved] = await Promise.all([
        move(id, 'buffet', 11, round),
        app.call(dinnerApi.changeLayout, { body }, on(round + 1)),
      ])
      const { session } = (await app.call(dinnerApi.readSession, {})).body
      if (moved.refused === null) expect(session.buffet_slots).toBeGreaterThanOrEqual(12)
      else expect(moved.refused).toBe('NO_SUCH_PLACE')
      await move(id, 'holding', null)
      await app.call(dinnerApi.changeLayout, { body: { warming_slots: 24, buffet_slots: 16 } }, td)
    }
  })

  it('start dinner once', async () => {
    const answers = await Promise.all([0, 1, 2, 3].map((index) => app.call(dinnerApi.startDinner, {}, on(index))))
    expect(answers.map(({ refused }) => refused).toSorted()).toEqual([...Array(3).fill('DINNER_ALREADY_STARTED'), null])
  })

  it('leave no dish of the old dinner on the board of the new one, although it is moved while dinner is reset', async () => {
    const id = await checkedInDish()
    await app.call(dinnerApi.finishDinner, {}, td)
    await Promise.all([app.call(dinnerApi.resetDinner, {}, on(0)), move(id, 'buffet', 9, 1)])
    const item = await boardItem(id)
    // Either the move was of the new dinner, or it was refused because the old one was finished.
    expect(['holding 0', 'buffet 0']).toContain(`${item?.management_zone} ${item?.buffet_total_duration}`)
    await expectRebuildEqualsLive()
  })
})
