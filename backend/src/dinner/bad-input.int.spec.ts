import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient, type Received, type Sent, visitorOf } from './test-client.ts'

let dinner: DinnerClient
let captainId: string
/** A dish in Holding, one on place 2 of the buffet, one that is not checked in, and a serving sign-up. */
const ids = { inHolding: '', onBuffet: '', pending: '', serving: '', dishSlot: '', servingSlot: '' }

beforeAll(async () => {
  dinner = await dinnerClient()
  captainId = await dinner.registerTeam('Huck Finns')
  ids.dishSlot = (await dinner.addSlot()).id
  ids.servingSlot = (await dinner.addSlot({ name: 'Carving', category: 'serving', time_slot: '18:30' })).id
  const made = async (slotId: string) => (await dinner.signUp({ captainId, slotId })).body.signup.id
  ids.inHolding = await made(ids.dishSlot)
  ids.onBuffet = await made(ids.dishSlot)
  ids.pending = await made(ids.dishSlot)
  ids.serving = await made(ids.servingSlot)
  for (const id of [ids.inHolding, ids.onBuffet]) await dinner.checkIn(id)
  await dinner.move(ids.onBuffet, 'buffet', 2)
})
afterAll(() => dinner.close())

/** Whatever was refused: a sentence twice, and nothing stored. */
async function refused(
  send: () => Promise<Received>,
): Promise<Pick<Received['body'], 'code' | 'fields'> & { status: number }> {
  const before = await dinner.eventCount()
  const { status, body } = await send()
  expect(await dinner.eventCount()).toBe(before)
  expect(body.message).toMatch(/^[A-Z].*[.a-z]$/)
  expect(body.error).toBe(body.message)
  return { status, code: body.code, ...(body.fields && { fields: body.fields }) }
}
const fieldsOf = async (send: () => Promise<Received>) => {
  const { status, code, fields } = await refused(send)
  expect([status, code]).toEqual([422, 'INVALID_FIELDS'])
  return Object.keys(fields ?? {})
}

describe('Signing up', () => {
  const person = () => ({ captainId, slotId: ids.dishSlot })

  it('is refused for a captain of no registered team, and for no captain at all', async () => {
    expect(await refused(() => dinner.signUp({ ...person(), captainId: randomUUID() }))).toEqual({
      status: 422,
      code: 'UNKNOWN_CAPTAIN',
      fields: { captainId: expect.any(String) },
    })
    for (const bad of ['', 'td', 7, null, {}, [captainId]])
      expect(await fieldsOf(() => dinner.signUp({ ...person(), captainId: bad }))).toEqual(['captainId'])
  })

  it('is refused for a slot that is not there', async () => {
    expect(await refused(() => dinner.signUp({ ...person(), slotId: randomUUID() }))).toMatchObject({
      status: 422,
      code: 'UNKNOWN_SLOT',
      fields: { slotId: expect.any(String) },
    })
    for (const bad of ['', '../1', 7, null])
      expect(await fieldsOf(() => dinner.signUp({ ...person(), slotId: bad }))).toEqual(['slotId'])
  })

  it('is refused when the slot was deleted while the form was open', async () => {
    const { id } = await dinner.addSlot({ name: 'Jelly' })
    expect((await dinner.call('DELETE', `/api/dinner-slots/${id}`, { as: 'admin' })).status).toBe(204)
    expect(await refused(() => dinner.signUp({ ...person(), slotId: id }))).toMatchObject({ code: 'UNKNOWN_SLOT' })
  })

  it('is refused for the same address in other letters, for serving', async () => {
    const again = { captainId, slotId: ids.servingSlot, email: 'BECKY@Example.org' }
    expect(await refused(() => dinner.signUp(again))).toEqual({ status: 409, code: 'ALREADY_SIGNED_UP' })
  })

  it.each(['personName', 'email'])('needs the %s', async (field) => {
    for (const bad of ['', '  ', undefined, null])
      expect(await refused(() => dinner.signUp({ ...person(), [field]: bad }))).toMatchObject({
        status: 422,
        fields: { [field]: 'Complete your information above to sign up for slots' },
      })
    for (const bad of [7, ['x'], 'x\0y@example.org', `${'x'.repeat(300)}@example.org`])
      expect(await fieldsOf(() => dinner.signUp({ ...person(), [field]: bad }))).toEqual([field])
  })

  it('refuses unknown fields, broken JSON and another kind of body', async () => {
    expect(await fieldsOf(() => dinner.signUp({ ...person(), checked_in: true }))).toEqual(['checked_in'])
    const post = (body: unknown) => () => dinner.call('POST', '/api/dinner-signup', { body })
    expect(await refused(post('{"personName":'))).toMatchObject({ status: 400 })
    expect(await refused(post([]))).toMatchObject({ status: 422 })
  })

  it('takes names as what they are: text', async () => {
    for (const personName of ['🦃 <b>Bo</b> & co', 'صحن طائر']) {
      const { status, body } = await dinner.signUp({ ...person(), personName, slotId: (await dinner.addSlot()).id })
      expect([status, body.signup.person_name]).toEqual([201, personName])
    }
  })
})

describe('Removing a sign-up', () => {
  const remove = (id: string, sent: Sent = {}) => dinner.call('DELETE', `/api/dinner-signup/${id}`, sent)

  it('is refused to everybody but its owner, admin and TD', async () => {
    const owned = await dinner.signUp({ captainId, slotId: ids.dishSlot })
    const stranger = visitorOf(await dinner.signUp({ captainId, slotId: (await dinner.addSlot()).id }))
    for (const sent of [{}, { visitor: stranger }, { visitor: 'x' }, { as: 'helper' }] satisfies Sent[])
      expect(await refused(() => remove(owned.body.signup.id, sent))).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect((await remove(owned.body.signup.id, { as: 'helper', visitor: visitorOf(owned) })).status).toBe(204)
  })

  it('is refused once it is checked in, to everybody', async () => {
    for (const sent of [{ as: 'td' }, { as: 'admin' }] satisfies Sent[])
      expect(await refused(() => remove(ids.inHolding, sent))).toEqual({ status: 409, code: 'ALREADY_CHECKED_IN' })
  })

  it('finds nothing behind 10,000 guessed ids', { timeout: 120_000 }, async () => {
    const before = await dinner.eventCount()
    const statuses = new Set<number>()
    const some = async () => {
      for (let guess = 0; guess < 500; guess++) statuses.add((await remove(randomUUID())).status)
    }
    await Promise.all(Array.from({ length: 20 }, some))
    expect([...statuses]).toEqual([404])
    expect(await dinner.eventCount()).toBe(before)
  })

  it('answers ids that cannot exist as those that do not', async () => {
    for (const id of ['1', 'null', 'x'.repeat(500), '%00', '%F0%9F%A6%83'])
      expect(await refused(() => remove(id, { as: 'td' }))).toEqual({ status: 404, code: 'SIGNUP_NOT_FOUND' })
  })
})

describe('A slot', () => {
  const add = (fields: Record<string, unknown>) => () =>
    dinner.call('POST', '/api/dinner-slots', {
      as: 'admin',
      body: { name: 'Carving', category: 'serving', time_slot: '18:30', ...fields },
    })

  it.each(['24:00', '7:5', '7:05', '18:60', '1830', '', null, 18, '18:30 '.repeat(2)])(
    'is refused with the time %j',
    async (time_slot) => {
      expect(await fieldsOf(add({ time_slot }))).toEqual(['time_slot'])
    },
  )

  it.each([
    ['name', ''],
    ['name', '   '],
    ['category', 'drinks'],
    ['max_signups', 0],
    ['max_signups', -1],
    ['max_signups', 1.5],
    ['max_signups', '3'],
    ['max_signups', 1e21],
    ['team_requirement', -1],
    ['description', 'x'.repeat(1001)],
    ['recipe_title', 'Only dishes have one'],
    ['current_signups', 3],
  ])('is refused with %s %j', async (field, value) => {
    expect(await fieldsOf(add({ [field]: value }))).toEqual([field])
  })

  it('is refused to helpers and visitors', async () => {
    const body = { name: 'Gravy', category: 'dishes' }
    const slot = `/api/dinner-slots/${ids.dishSlot}`
    const calls: [string, string, unknown?][] = [
      ['POST', '/api/dinner-slots', body],
      ['PUT', slot, { name: 'Gravy' }],
      ['DELETE', slot],
    ]
    for (const [method, path, sent] of calls) {
      expect(await refused(() => dinner.call(method, path, { body: sent }))).toEqual({ status: 401, code: 'NO_TOKEN' })
      expect(await refused(() => dinner.call(method, path, { body: sent, as: 'helper' }))).toMatchObject({
        status: 403,
      })
    }
  })

  it('keeps its category once somebody has signed up', async () => {
    const body = { category: 'serving', time_slot: '18:00' }
    expect(await refused(() => dinner.call('PUT', `/api/dinner-slots/${ids.dishSlot}`, { as: 'admin', body }))).toEqual(
      { status: 409, code: 'SLOT_HAS_SIGNUPS' },
    )
  })

  it('that is not there can be neither changed nor deleted', async () => {
    for (const id of [randomUUID(), '7'])
      for (const method of ['PUT', 'DELETE']) {
        const body = method === 'PUT' ? { name: 'Gravy' } : undefined
        const send = () => dinner.call(method, `/api/dinner-slots/${id}`, { as: 'admin', body })
        expect(await refused(send)).toEqual({ status: 404, code: 'SLOT_NOT_FOUND' })
      }
  })
})

describe('A check-in', () => {
  it('is refused to visitors', async () => {
    expect(await refused(() => dinner.checkIn(ids.pending, true, { as: 'visitor' }))).toEqual({
      status: 401,
      code: 'NO_TOKEN',
    })
  })

  it.each([{}, { checkedIn: 'yes' }, { checkedIn: 1 }, { checkedIn: null }, { checkedIn: true, at: 'six' }])(
    'is refused with %j',
    async (body) => {
      expect(await fieldsOf(() => dinner.checkIn(ids.pending, true, { body }))).toHaveLength(1)
    },
  )

  it('is refused for what is not there, or is of the other kind', async () => {
    for (const id of [randomUUID(), ids.serving, 'x'])
      expect(await refused(() => dinner.checkIn(id))).toEqual({ status: 404, code: 'SIGNUP_NOT_FOUND' })
    const server = (id: string) =>
      dinner.call('PUT', `/api/server-signups/${id}/checkin`, { as: 'td', body: { checkedIn: true } })
    expect(await refused(() => server(ids.pending))).toEqual({ status: 404, code: 'SIGNUP_NOT_FOUND' })
  })

  it('is not undone once the dish has left Holding', async () => {
    expect(await refused(() => dinner.checkIn(ids.onBuffet, false))).toEqual({ status: 409, code: 'DISH_IN_USE' })
  })
})

describe('The board', () => {
  it.each<[string, unknown]>([
    ['oven', 1],
    ['', 1],
    ['buffet', -1],
    ['buffet', 1.5],
    ['buffet', '3'],
    ['buffet', null],
    ['warming', null],
    ['holding', 3],
    ['buffet', true],
    ['buffet', 1e300],
  ])('refuses a move to %j %j', async (zone, position) => {
    expect(await fieldsOf(() => dinner.move(ids.inHolding, zone, position))).toHaveLength(1)
  })

  it('refuses places that are not there', async () => {
    for (const [zone, position] of [
      ['warming', 24],
      ['buffet', 16],
      ['buffet', 999],
    ] as const)
      expect(await refused(() => dinner.move(ids.inHolding, zone, position))).toEqual({
        status: 422,
        code: 'NO_SUCH_PLACE',
        fields: { position: expect.any(String) },
      })
  })

  it('refuses a place that another dish holds', async () => {
    expect(await refused(() => dinner.move(ids.inHolding, 'buffet', 2))).toEqual({ status: 409, code: 'SLOT_OCCUPIED' })
  })

  it('refuses a dish that is not checked in, and what is no dish', async () => {
    expect(await refused(() => dinner.move(ids.pending, 'buffet', 1))).toEqual({
      status: 409,
      code: 'DISH_NOT_CHECKED_IN',
    })
    for (const id of [ids.serving, randomUUID(), 'x'])
      expect(await refused(() => dinner.move(id, 'buffet', 1))).toEqual({ status: 404, code: 'SIGNUP_NOT_FOUND' })
  })

  it('is moved by admin and TD alone', async () => {
    for (const as of ['visitor', 'helper'] as const) {
      const status = as === 'visitor' ? 401 : 403
      for (const send of [
        () => dinner.move(ids.inHolding, 'buffet', 1, { as }),
        () => dinner.empty(ids.onBuffet, { as }),
        () => dinner.session('start', { as }),
        () => dinner.call('PUT', '/api/dinner-management/layout', { as, body: { warming_slots: 3, buffet_slots: 3 } }),
      ])
        expect(await refused(send)).toMatchObject({ status })
    }
  })

  const layout = (body: unknown) => () => dinner.call('PUT', '/api/dinner-management/layout', { as: 'td', body })

  it.each([0, 51, -1, 1.5, '24', null])('takes no layout of %j places', async (count) => {
    expect(await fieldsOf(layout({ warming_slots: count, buffet_slots: 16 }))).toEqual(['warming_slots'])
    expect(await fieldsOf(layout({ warming_slots: 24, buffet_slots: count }))).toEqual(['buffet_slots'])
  })

  it('takes no layout that would hide a dish', async () => {
    expect(await refused(layout({ warming_slots: 24, buffet_slots: 2 }))).toEqual({
      status: 409,
      code: 'LAYOUT_HIDES_DISH',
    })
    expect((await layout({ warming_slots: 24, buffet_slots: 3 })()).status).toBe(200)
    expect((await layout({ warming_slots: 24, buffet_slots: 16 })()).status).toBe(200)
  })

  it.each(['', 'yesterday', '-1', '1.5', '2025-11-22', '99999999999999999999', "1' or 1=1"])(
    'is not replayed at %j',
    async (at) => {
      const path = `/api/dinner-management/replay?at=${encodeURIComponent(at)}`
      expect(await fieldsOf(() => dinner.call('GET', path, { as: 'helper' }))).toEqual(['at'])
    },
  )

  it('goes through its session in order only', async () => {
    const conflict = (code: string) => ({ status: 409, code })
    expect(await refused(() => dinner.empty(ids.onBuffet))).toEqual(conflict('DINNER_NOT_IN_PROGRESS'))
    expect(await refused(() => dinner.session('finish'))).toEqual(conflict('DINNER_NOT_IN_PROGRESS'))
    expect(await refused(() => dinner.session('reset'))).toEqual(conflict('DINNER_NOT_FINISHED'))
    expect((await dinner.session('start')).status).toBe(200)
    expect(await refused(() => dinner.session('start'))).toEqual(conflict('DINNER_ALREADY_STARTED'))
    expect(await refused(() => dinner.session('reset'))).toEqual(conflict('DINNER_NOT_FINISHED'))
    expect(await refused(layout({ warming_slots: 30, buffet_slots: 30 }))).toEqual(conflict('LAYOUT_LOCKED'))
    expect(await refused(() => dinner.empty(ids.inHolding))).toEqual(conflict('DISH_NOT_ON_BUFFET'))
    expect(await refused(() => dinner.empty(ids.pending))).toEqual(conflict('DISH_NOT_CHECKED_IN'))
    expect((await dinner.session('finish')).status).toBe(200)
    for (const what of ['start', 'finish'] as const)
      expect(await refused(() => dinner.session(what))).toEqual(conflict('DINNER_ALREADY_FINISHED'))
    expect(await refused(() => dinner.move(ids.onBuffet, 'holding'))).toEqual(conflict('DINNER_ALREADY_FINISHED'))
    expect(await refused(() => dinner.empty(ids.onBuffet))).toEqual(conflict('DINNER_NOT_IN_PROGRESS'))
    expect((await dinner.session('reset')).status).toBe(200)
  })
})
