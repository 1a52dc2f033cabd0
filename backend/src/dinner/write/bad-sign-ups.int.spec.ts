import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readVisitor, type Sent } from '../test/test-client.ts'
import { type Refusing, refusingDinner } from '../test/test-errors.ts'

let { dinner, ids, refused, readFields } = {} as Refusing
beforeAll(async () => {
  ;({ dinner, ids, refused, readFields } = await refusingDinner())
})
afterAll(() => dinner.close())

describe('Signing up', () => {
  const person = () => ({ captainId: ids.captainId, slotId: ids.dishSlot })

  it('is refused for a captain of no registered team, and for no captain at all', async () => {
    expect(await refused(() => dinner.signUp({ ...person(), captainId: randomUUID() }))).toEqual({
      status: 422,
      code: 'UNKNOWN_CAPTAIN',
      fields: { captainId: expect.any(String) },
    })
    for (const bad of ['', 'td', 7, null, {}, [ids.captainId]])
      expect(await readFields(() => dinner.signUp({ ...person(), captainId: bad }))).toEqual(['captainId'])
  })

  it('is refused for a slot that is not there', async () => {
    expect(await refused(() => dinner.signUp({ ...person(), slotId: randomUUID() }))).toMatchObject({
      status: 422,
      code: 'UNKNOWN_SLOT',
      fields: { slotId: expect.any(String) },
    })
    for (const bad of ['', '../1', 7, null])
      expect(await readFields(() => dinner.signUp({ ...person(), slotId: bad }))).toEqual(['slotId'])
  })

  it('is refused when the slot was deleted while the form was open', async () => {
    const { id } = await dinner.addSlot({ name: 'Jelly' })
    expect((await dinner.call('DELETE', `/api/dinner-slots/${id}`, { as: 'admin' })).status).toBe(204)
    expect(await refused(() => dinner.signUp({ ...person(), slotId: id }))).toMatchObject({ code: 'UNKNOWN_SLOT' })
  })

  it('is refused for the same address in other letters, for serving', async () => {
    const again = { captainId: ids.captainId, slotId: ids.servingSlot, email: 'BECKY@Example.org' }
    expect(await refused(() => dinner.signUp(again))).toEqual({ status: 409, code: 'ALREADY_SIGNED_UP' })
  })

  it.each(['personName', 'email'])('needs the %s', async (field) => {
    for (const bad of ['', '  ', undefined, null])
      expect(await refused(() => dinner.signUp({ ...person(), [field]: bad }))).toMatchObject({
        status: 422,
        fields: { [field]: 'Complete your information above to sign up for slots' },
      })
    for (const bad of [7, ['x'], 'x\0y@example.org', `${'x'.repeat(300)}@example.org`])
      expect(await readFields(() => dinner.signUp({ ...person(), [field]: bad }))).toEqual([field])
  })

  it('refuses unknown fields, broken JSON and another kind of body', async () => {
    expect(await readFields(() => dinner.signUp({ ...person(), checked_in: true }))).toEqual(['checked_in'])
    const post = (body: unknown) => () => dinner.call('POST', '/api/dinner-signup', { body })
    expect(await refused(post('{"personName":'))).toMatchObject({ status: 400 })
    expect(await refused(post([]))).toMatchObject({ status: 422 })
  })

  it('is refused where a program seems to have filled in the form', async () => {
    const slotId = (await dinner.addSlot()).id
    const signUp = (form: unknown) => dinner.signUp({ ...person(), slotId, form })
    const trapped = await refused(() => signUp({ filledMs: 60_000, website: 'x' }))
    const hasty = await refused(() => signUp({ filledMs: 300, website: '' }))
    expect([trapped, hasty]).toMatchObject([{ code: 'FORM_TRAP_FILLED' }, { code: 'FORM_FILLED_TOO_FAST' }])
    expect((await signUp({ filledMs: 3000, website: '' })).status).toBe(201)
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

  it('is refused to all but its owner, admin and TD', async () => {
    const owned = await dinner.signUp({ captainId: ids.captainId, slotId: ids.dishSlot })
    const stranger = readVisitor(await dinner.signUp({ captainId: ids.captainId, slotId: (await dinner.addSlot()).id }))
    for (const sent of [{}, { visitor: stranger }, { visitor: 'x' }, { as: 'helper' }] satisfies Sent[])
      expect(await refused(() => remove(owned.body.signup.id, sent))).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect((await remove(owned.body.signup.id, { as: 'helper', visitor: readVisitor(owned) })).status).toBe(204)
  })

  it('is refused once it is checked in, to all', async () => {
    for (const sent of [{ as: 'td' }, { as: 'admin' }] satisfies Sent[])
      expect(await refused(() => remove(ids.inHolding, sent))).toEqual({ status: 409, code: 'ALREADY_CHECKED_IN' })
  })

  it('finds nothing behind 1,000 guessed ids', async () => {
    const before = await dinner.eventCount()
    const statuses = new Set<number>()
    const some = async () => {
      for (let guess = 0; guess < 50; guess++) statuses.add((await remove(randomUUID())).status)
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
      expect(await readFields(add({ time_slot }))).toEqual(['time_slot'])
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
    expect(await readFields(add({ [field]: value }))).toEqual([field])
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

  it('keeps its category once it has sign-ups', async () => {
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
