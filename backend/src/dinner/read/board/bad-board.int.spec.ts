import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Received } from '../../test/test-client.ts'
import { type Refusing, refusingDinner } from '../../test/test-errors.ts'

let { dinner, ids, refused, readFields } = {} as Refusing
beforeAll(async () => {
  ;({ dinner, ids, refused, readFields } = await refusingDinner())
})
afterAll(() => dinner.close())

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
      expect(await readFields(() => dinner.checkIn(ids.pending, true, { body }))).toHaveLength(1)
    },
  )

  it('is refused for what is not there, or is of the other kind', async () => {
    for (const id of [randomUUID(), ids.serving, 'x'])
      expect(await refused(() => dinner.checkIn(id))).toEqual({ status: 404, code: 'SIGNUP_NOT_FOUND' })
    const server = (id: string) =>
      dinner.call('PUT', `/api/server-signups/${id}/checkin`, { as: 'td', body: { checkedIn: true } })
    expect(await refused(() => server(ids.pending))).toEqual({ status: 404, code: 'SIGNUP_NOT_FOUND' })
  })

  it('is refused under the key of another one, and changes nothing', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await dinner.checkIn(ids.inHolding, false, { headers })
    const other = () => dinner.checkIn(ids.inHolding, true, { headers })
    expect(await refused(other)).toEqual({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
    await dinner.checkIn(ids.inHolding)
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
    expect(await readFields(() => dinner.move(ids.inHolding, zone, position))).toHaveLength(1)
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
    expect(await readFields(layout({ warming_slots: count, buffet_slots: 16 }))).toEqual(['warming_slots'])
    expect(await readFields(layout({ warming_slots: 24, buffet_slots: count }))).toEqual(['buffet_slots'])
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
      expect(await readFields(() => dinner.call('GET', path, { as: 'helper' }))).toEqual(['at'])
      const steps = `/api/dinner-management/replay/steps?at=${encodeURIComponent(at)}`
      expect(await readFields(() => dinner.call('GET', steps, { as: 'helper' }))).toEqual(['at'])
    },
  )

  it.each(['', '0', '-1', '1.5', 'last', '1e9'])('is no dinner of number %j', async (number) => {
    const path = `/api/dinner-management/replay/steps?dinner=${encodeURIComponent(number)}`
    expect(await readFields(() => dinner.call('GET', path, { as: 'helper' }))).toEqual(['dinner'])
  })

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
    const emptied = (value: unknown) => () => dinner.empty(ids.onBuffet, { body: { emptied: value } })
    expect(await readFields(emptied('no'))).toEqual(['emptied'])
    expect((await emptied(true)()).status).toBe(200)
    expect((await dinner.move(ids.inHolding, 'buffet', 2)).status).toBe(200)
    expect(await refused(emptied(false))).toEqual(conflict('SLOT_OCCUPIED'))
    await dinner.move(ids.inHolding, 'holding')
    expect((await emptied(false)()).status).toBe(200)
    expect((await dinner.session('finish')).status).toBe(200)
    for (const what of ['start', 'finish'] as const)
      expect(await refused(() => dinner.session(what))).toEqual(conflict('DINNER_ALREADY_FINISHED'))
    expect(await refused(() => dinner.move(ids.onBuffet, 'holding'))).toEqual(conflict('DINNER_ALREADY_FINISHED'))
    expect(await refused(() => dinner.empty(ids.onBuffet))).toEqual(conflict('DINNER_NOT_IN_PROGRESS'))
    expect((await dinner.session('reset')).status).toBe(200)
  })
})

describe('A domain error because of what others did', () => {
  const readAnswer = async (sent: Promise<Received>) => {
    const { body } = await sent
    return [body.code, body.happened?.what, body.happened?.by]
  }
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

  it('describes what that was, who did it, and when', async () => {
    const when = new Date(Date.now() - 60_000).toISOString()
    const done = async (id: string) => {
      await dinner.move(id, 'buffet', 5)
      await dinner.empty(id, { body: { at: when } })
      return (await dinner.move(id, 'holding')).body.happened
    }
    const from = { zone: 'warming', position: 1 }
    const stale = { as: 'td', body: { zone: 'buffet', position: 7, from } } as const
    const moved = 'Cranberry sauce was moved to Buffet 3'
    await dinner.move(ids.onBuffet, 'buffet', 2)
    expect(await readAnswer(dinner.checkIn(ids.onBuffet, false))).toEqual(['DISH_IN_USE', moved, 'Ada Admin'])
    expect(await readAnswer(dinner.move(ids.inHolding, 'buffet', 2))).toEqual(['SLOT_OCCUPIED', moved, 'Ada Admin'])
    expect(await readAnswer(dinner.move(ids.onBuffet, 'buffet', 7, stale))).toEqual([
      'DISH_MOVED_MEANWHILE',
      moved,
      'Ada Admin',
    ])
    await dinner.session('start')
    expect(await done(ids.inHolding)).toEqual({ what: 'Cranberry sauce was marked as done', by: 'Ada Admin', at })
    await dinner.session('finish', { as: 'td' })
    expect(await readAnswer(dinner.move(ids.onBuffet, 'holding'))).toEqual([
      'DINNER_ALREADY_FINISHED',
      'Dinner was finished',
      expect.any(String),
    ])
    await dinner.session('reset')
  })

  it('does so for a sign-up that was canceled, but not for one that is simply not there', async () => {
    const { captainId, dishSlot: slotId } = ids
    const { id } = (await dinner.signUp({ captainId, slotId, email: 'sid@example.org' })).body.signup
    await dinner.call('DELETE', `/api/dinner-signup/${id}`, { as: 'td' })
    expect(await readAnswer(dinner.checkIn(id))).toEqual([
      'SIGNUP_NOT_FOUND',
      'Cranberry sauce was removed',
      expect.any(String),
    ])
    expect((await dinner.checkIn(randomUUID())).body.happened).toBeUndefined()
  })
})
