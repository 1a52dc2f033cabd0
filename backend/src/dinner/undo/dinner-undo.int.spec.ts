import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient } from '../test/test-client.ts'

let client: DinnerClient
let captainId: string
beforeAll(async () => {
  client = await dinnerClient()
  captainId = await client.registerTeam('Huck Finns')
})
afterAll(() => client.close())

const td = { as: 'td' } as const
let people = 0

async function signedUp(slotId: string): Promise<string> {
  people += 1
  const { body } = await client.signUp({
    captainId,
    slotId,
    personName: `Cook ${people}`,
    email: `c${people}@example.org`,
  })
  return body.signup.id
}
async function dishAt(slotId: string, zone: string, position: number | null): Promise<string> {
  const id = await signedUp(slotId)
  await client.checkIn(id)
  if (position !== null) expect((await client.move(id, zone, position)).status).toBe(200)
  return id
}
const remove = (slotId: string) => client.call('DELETE', `/api/dinner-slots/${slotId}`, td)

const newest = (type: string) => client.newest(type)
const preview = (type: string, position?: number) => client.previewUndo(type, position)
const undo = (type: string, position?: number) => client.undo(type, position)
const board = async () => (await client.call('GET', '/api/dinner-management/items', td)).body.items
const slotNow = async (id: string) =>
  (await client.call('GET', '/api/dinner-slots')).body.slots.find((slot) => slot.id === id)

/** Leaves the dinner not started and nothing on a place. */
async function freshBoard(): Promise<void> {
  for (const what of ['start', 'finish', 'reset'] as const) await client.session(what)
}

describe('Who is mailed about an undo', () => {
  const hint = 'This site sends no email: please tell those who signed up.'
  const serving = { name: 'Serving', category: 'serving', time_slot: '18:30' }
  const change = (id: string, fields: object) =>
    client.call('PUT', `/api/dinner-slots/${id}`, { ...td, body: { max_signups: 9, ...serving, ...fields } })

  it('is who signed up for a slot whose time goes back', async () => {
    const { id } = await client.addSlot(serving)
    await change(id, { time_slot: '20:00' })
    expect((await preview('SlotChanged')).shown).toMatchObject({ can: true, also: [] })
    await signedUp(id)
    await change(id, { time_slot: '19:00' })
    expect((await preview('SlotChanged')).shown.also).toEqual([hint])
    await undo('SlotChanged')
    await change(id, { time_slot: '20:00', description: 'Bring an apron' })
    expect((await preview('SlotChanged')).shown, 'nothing that an email shows').toMatchObject({ can: true, also: [] })
  })

  it('is no one who came without signing up', async () => {
    const dish = { name: 'Polly', dish_name: 'Ambrosia' }
    await client.call('POST', '/api/dinner-management/walk-ins', { as: 'helper', body: dish })
    expect((await preview('SlotAdded')).shown.also).toEqual(['1 sign-up goes with the slot.'])
    expect((await preview('WalkedIn')).shown.also).toEqual([])
  })
})

describe('A canceled walk-in', () => {
  it('does not come back once the person is forgotten', async () => {
    const dish = { name: 'Becky', dish_name: 'Ambrosia' }
    const { body } = await client.call('POST', '/api/dinner-management/walk-ins', { as: 'td', body: dish })
    await client.call('DELETE', `/api/dinner-signup/${body.signup.id}`, td)
    expect((await preview('SignupWithdrawn')).shown).toMatchObject({ can: true })
    await client.app.forget([`signup-${body.signup.id}`])
    const why = 'The person who signed up has been forgotten.'
    expect((await preview('SignupWithdrawn')).shown).toMatchObject({ can: false, why })
  })
})

describe('A deleted slot that is undone', () => {
  it('is back with its sign-ups, who is checked in, and where their dishes stand with their clocks', async () => {
    await client.session('start')
    const slot = await client.addSlot()
    const [expected, held, served] = [
      await signedUp(slot.id),
      await dishAt(slot.id, 'holding', null),
      await dishAt(slot.id, 'buffet', 4),
    ]
    const done = await dishAt(slot.id, 'buffet', 5)
    await client.empty(done)
    const before = { slot: await slotNow(slot.id), items: await board() }
    const answer = await remove(slot.id)
    expect(await slotNow(slot.id)).toBeUndefined()
    expect((await undo('SlotDeleted', Number(answer.headers.get('undo-positions')))).status).toBe(200)
    expect(await slotNow(slot.id)).toEqual(before.slot)
    const still = await board()
    const shown = ({
      id,
      checked_at,
      management_zone,
      management_position,
      buffet_entered_at,
    }: (typeof still)[number]) => ({
      id,
      checked_at,
      management_zone,
      management_position,
      buffet_entered_at,
    })
    expect(still.map(shown)).toEqual(before.items.map(shown))
    const signups = (await client.call('GET', '/api/dinner-signups', td)).body.signups
    const here = signups.flatMap(({ id, ...signup }) => ('checked_in' in signup && signup.checked_in ? [id] : []))
    expect(signups.map(({ id }) => id)).toEqual(expect.arrayContaining([expected, held, served, done]))
    expect(here).toEqual(expect.arrayContaining([held, served, done]))
    expect(here).not.toContain(expected)
    await freshBoard()
  })

  it('brings a dish to Holding where another one has its place by now, and announces that', async () => {
    const [slot, other] = [await client.addSlot(), await client.addSlot()]
    const id = await dishAt(slot.id, 'warming', 2)
    await remove(slot.id)
    await dishAt(other.id, 'warming', 2)
    expect((await preview('SlotDeleted')).shown).toMatchObject({
      can: true,
      also: expect.arrayContaining(['1 dish comes back to Holding, as another has the place.']),
    })
    await undo('SlotDeleted')
    expect((await board()).find((item) => item.id === id)).toMatchObject({ management_zone: 'holding' })
    await freshBoard()
  })

  it('leaves out who has been forgotten, and who was removed after it had come back', async () => {
    const slot = await client.addSlot()
    const [forgotten, removed, stays] = [await signedUp(slot.id), await signedUp(slot.id), await signedUp(slot.id)]
    await remove(slot.id)
    await client.app.forget([`signup-${forgotten}`])
    const { shown } = await preview('SlotDeleted')
    expect(shown.also).toContain('1 sign-up stays removed: the person was forgotten.')
    await undo('SlotDeleted')
    expect((await slotNow(slot.id))?.current_signups).toBe(2)
    await client.call('DELETE', `/api/dinner-signup/${removed}`, td)
    expect((await preview('SlotDeleted')).shown).toMatchObject({ can: false, why: 'It is already as it was before.' })
    const { body } = await client.call('GET', '/api/dinner-signups', td)
    expect(body.signups.filter(({ slot_id }) => slot_id === slot.id).map(({ id }) => id)).toEqual([stays])
  })

  it('is undone no more once the slot was deleted again, but the later deletion is', async () => {
    const slot = await client.addSlot()
    await signedUp(slot.id)
    await remove(slot.id)
    const first = await newest('SlotDeleted')
    await undo('SlotDeleted')
    await undo('SlotRestored')
    expect((await preview('SlotDeleted', first)).shown).toMatchObject({ can: false, why: /deleted again since/ })
    // The sign-up follows its slot in an event of its own.
    await expect.poll(async () => (await preview('SlotDeleted')).shown.changes).toHaveLength(2)
    expect((await undo('SlotDeleted')).status).toBe(200)
    expect((await slotNow(slot.id))?.current_signups).toBe(1)
  })
})

describe('A Start and a Reset', () => {
  it('are undone, and so is their undo, until a dish moves', async () => {
    const slot = await client.addSlot()
    const id = await dishAt(slot.id, 'holding', null)
    const started = (await client.session('start')).body.session
    expect((await undo('DinnerStarted')).status).toBe(200)
    const session = async () => (await client.call('GET', '/api/dinner-management/session')).body.session
    expect(await session()).toMatchObject({ started_at: null })
    expect((await undo('DinnerReverted')).status).toBe(200)
    expect(await session()).toEqual(started)
    await client.move(id, 'buffet', 7)
    expect((await preview('DinnerReverted')).shown).toMatchObject({
      can: false,
      why: 'Something else has happened on the board since.',
    })
    await client.session('finish')
    const finished = (await client.call('GET', '/api/dinner-management/board', td)).body
    await client.session('reset')
    expect((await undo('DinnerReset')).status).toBe(200)
    const { now: _, ...back } = (await client.call('GET', '/api/dinner-management/board', td)).body
    expect(back).toEqual({ ...back, session: finished.session, leftovers: finished.leftovers })
    const replay = (await client.call('GET', '/api/dinner-management/replay/steps', td)).body
    expect(replay.steps.map((step) => step.type)).toEqual(expect.arrayContaining(['DinnerFinished', 'DinnerReverted']))
    const numbers = replay.dinners.map(({ dinner }) => dinner)
    expect(numbers).toEqual([...new Set(numbers)])
    await client.session('reset')
    const layout = (warming_slots: number) =>
      client.call('PUT', '/api/dinner-management/layout', { ...td, body: { warming_slots, buffet_slots: 16 } })
    await layout(20)
    expect((await preview('DinnerReset')).shown.can).toBe(false)
    await layout(24)
    expect((await preview('DinnerReset')).shown.can).toBe(true)
    await client.move(id, 'warming', 0)
    expect((await preview('DinnerReset')).shown.can).toBe(false)
  })

  it('are not undone beneath a later step, which the refusal names', async () => {
    await client.session('start')
    await client.session('finish')
    expect((await preview('DinnerStarted')).shown).toMatchObject({ can: false, why: /finished the dinner/ })
    await client.session('reset')
  })
})

it('A move is not undone onto the place of another dish, nor is a dish put back there', async () => {
  await freshBoard()
  await client.session('start')
  const slot = await client.addSlot()
  const [one, other] = [await dishAt(slot.id, 'buffet', 3), await dishAt(slot.id, 'holding', null)]
  await client.move(one, 'warming', 3)
  const moved = await newest('DishMoved')
  await client.move(other, 'buffet', 3)
  const refused = { can: false, why: 'Another dish is in this slot.' }
  expect((await preview('DishMoved', moved)).shown).toMatchObject(refused)
  const { body } = await client.call('GET', '/api/audit?type=DishMoved&limit=2', td)
  const { events } = body as unknown as { events: readonly { readonly undoable: boolean }[] }
  expect(events.map(({ undoable }) => undoable)).toEqual([true, false])
  await client.empty(other)
  expect((await undo('DishMoved', moved)).status).toBe(200)
  expect((await preview('DishEmptied')).shown).toMatchObject(refused)
})

it('A dismissed arrival is decided on again once its dismissal is undone', async () => {
  const slot = await client.addSlot()
  const id = await signedUp(slot.id)
  const at = new Date().toISOString()
  await client.call('DELETE', `/api/dinner-signup/${id}`, td)
  expect((await client.checkIn(id, true, { body: { checkedIn: true, at } })).status).toBe(200)
  const decide = (decision: string) =>
    client.call('POST', `/api/dinner-management/undecided/${id}`, { ...td, body: { decision } })
  const dismissed = await decide('dismiss')
  expect(dismissed.status).toBe(200)
  expect((await undo('ArrivalDismissed')).status).toBe(200)
  expect((await decide('restore')).status).toBe(200)
})

it('A restored sign-up is checked in, if its check-in was received after its removal', async () => {
  const slot = await client.addSlot()
  const id = await signedUp(slot.id)
  const at = new Date().toISOString()
  await client.call('DELETE', `/api/dinner-signup/${id}`, td)
  await client.checkIn(id, true, { body: { checkedIn: true, at } })
  expect((await undo('SignupWithdrawn')).status).toBe(200)
  const { signups } = (await client.call('GET', '/api/dinner-signups', td)).body
  expect(signups.find((signup) => signup.id === id)).toMatchObject({ checked_in: true, checked_at: at })
})
