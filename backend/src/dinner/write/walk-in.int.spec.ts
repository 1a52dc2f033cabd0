import { randomUUID } from 'node:crypto'
import type { HistoryEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient } from '../test/test-client.ts'

let dinner: DinnerClient
beforeAll(async () => {
  dinner = await dinnerClient()
})
afterAll(() => dinner.close())

const walkIn = (body: unknown, as: 'helper' | 'visitor' = 'helper', headers = {}) =>
  dinner.call('POST', '/api/dinner-management/walk-ins', { as, body, headers })
const dishes = async () => (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body.signups

describe('A dish without a sign-up', () => {
  it('is checked in at once, marked in the lists, and stands in Holding, also where the slot is full', async () => {
    const slot = await dinner.addSlot({ name: 'Pie', max_signups: 1 })
    for (const name of ['Aunt Polly', 'Sid']) {
      const { status, body } = await walkIn({ name, slot_id: slot.id, team_name: 'St. Petersburg' })
      expect([status, body.signup]).toEqual([
        201,
        expect.objectContaining({
          person_name: name,
          team_name: 'St. Petersburg',
          slot_name: 'Pie',
          checked_in: true,
          walk_in: true,
        }),
      ])
      expect(await dishes()).toContainEqual(body.signup)
      const { items } = (await dinner.call('GET', '/api/dinner-management/items', { as: 'helper' })).body
      expect(items).toContainEqual(expect.objectContaining({ id: body.signup.id, management_zone: 'holding' }))
    }
    const { slots } = (await dinner.call('GET', '/api/dinner-slots')).body
    expect(slots.find(({ id }) => id === slot.id)).toMatchObject({ current_signups: 2, max_signups: 1 })
  })

  it('can be a helper who steps in, and keeps the time of a device that was offline', async () => {
    const slot = await dinner.addSlot({ name: 'Carving', category: 'serving', time_slot: '18:30' })
    const at = new Date(Date.now() - 600_000).toISOString()
    const { body } = await walkIn({ name: 'Joe Harper', slot_id: slot.id, at })
    expect(body.signup).toMatchObject({ category: 'serving', team_name: '', checked_at: at, walk_in: true })
    const { signups } = (await dinner.call('GET', '/api/server-signups', { as: 'helper' })).body
    expect(signups).toContainEqual(body.signup)
  })

  it('gets another name, which lists, history and a restored walk-in have', async () => {
    const slot = await dinner.addSlot({ name: 'Slaw' })
    const { signup } = (await walkIn({ name: 'Poly', slot_id: slot.id, team_name: 'St. Petersburg' })).body
    const correct = (body: object) =>
      dinner.call('PUT', `/api/dinner-signups/${signup.id}/email`, { as: 'admin', body })
    expect((await correct({ email: 'polly@example.org' })).body.code).toBe('NO_PRIVATE_LINK')
    expect((await correct({ personName: 'Aunt Polly' })).status).toBe(200)
    const named = expect.objectContaining({ id: signup.id, person_name: 'Aunt Polly', team_name: 'St. Petersburg' })
    expect(await dishes()).toContainEqual(named)
    await dinner.call('DELETE', `/api/dinner-signup/${signup.id}`, { as: 'td' })
    expect((await dinner.undo('SignupWithdrawn')).status).toBe(200)
    expect(await dishes()).toContainEqual(named)
    const { body } = await dinner.call('GET', `/api/dinner-signups/${signup.id}/history`, { as: 'td' })
    const { events } = body as unknown as { events: HistoryEntry[] }
    expect(events.map(({ text }) => text)).toContain('removed the walk-in Slaw (Aunt Polly)')
    expect((await dinner.undo('SignupCorrected')).status).toBe(200)
    expect((await dishes()).find(({ id }) => id === signup.id)?.person_name).toBe('Poly')
  })

  it('is not believed to have come days ago', async () => {
    const slot = await dinner.addSlot({ name: 'Yams' })
    const longAgo = new Date(Date.now() - 72 * 3_600_000).toISOString()
    const { signup } = (await walkIn({ name: 'Judge Thatcher', slot_id: slot.id, at: longAgo })).body
    expect(signup).toMatchObject({ checked_in: true, time_trusted: false })
    expect(Date.parse(signup.checked_at ?? '')).toBeGreaterThan(Date.now() - 25 * 3_600_000)
    expect(await dishes()).toContainEqual(signup)
  })

  it('is taken in once, however often the request is repeated', async () => {
    const slot = await dinner.addSlot({ name: 'Rolls' })
    const [one, again] = await Promise.all(
      [1, 2].map(() => walkIn({ name: 'Polly', slot_id: slot.id }, 'helper', { 'idempotency-key': 'polly-1' })),
    )
    expect(one?.body.signup).toEqual(again?.body.signup)
    expect((await dishes()).filter(({ slot_id }) => slot_id === slot.id)).toHaveLength(1)
  })

  it('belongs to no visitor, can be undone, and then be removed by staff', async () => {
    const slot = await dinner.addSlot({ name: 'Gravy' })
    const { id } = (await walkIn({ name: 'Polly', slot_id: slot.id })).body.signup
    expect((await dinner.call('GET', '/api/dinner-signup/mine', { visitor: '' })).body.signups).toEqual([])
    expect((await dinner.checkIn(id, false)).body.signup).toMatchObject({ checked_in: false, walk_in: true })
    expect((await dinner.call('DELETE', `/api/dinner-signup/${id}`, { as: 'admin' })).status).toBe(204)
    expect((await dishes()).some((signup) => signup.id === id)).toBe(false)
  })

  it('is a walk-in to the replay as well', async () => {
    const slot = await dinner.addSlot({ name: 'Stuffing' })
    const { id } = (await walkIn({ name: 'Polly', slot_id: slot.id, team_name: 'Hannibal' })).body.signup
    const at = encodeURIComponent(new Date().toISOString())
    const { items } = (await dinner.call('GET', `/api/dinner-management/replay?at=${at}`, { as: 'helper' })).body
    expect(items.find((item) => item.id === id)).toMatchObject({ team_name: 'Hannibal', walk_in: true })
  })

  it('may be one that no slot asks for: it is on the board, in the lists and in the replay, and offered to no one', async () => {
    const { status, body } = await walkIn({ name: 'Polly', dish_name: ' Ambrosia ', team_name: 'Hannibal' })
    expect([status, body.signup]).toEqual([
      201,
      expect.objectContaining({ slot_name: 'Ambrosia', category: 'dishes', checked_in: true, walk_in: true }),
    ])
    const { id } = body.signup
    expect(await dishes()).toContainEqual(body.signup)
    const { items } = (await dinner.call('GET', '/api/dinner-management/items', { as: 'helper' })).body
    expect(items).toContainEqual(expect.objectContaining({ id, management_zone: 'holding', slot_name: 'Ambrosia' }))
    const at = encodeURIComponent(new Date().toISOString())
    const past = (await dinner.call('GET', `/api/dinner-management/replay?at=${at}`, { as: 'helper' })).body
    expect(past.items.find((item) => item.id === id)).toMatchObject({ slot_name: 'Ambrosia', team_name: 'Hannibal' })
    const { slots } = (await dinner.call('GET', '/api/dinner-slots')).body
    expect(slots.map(({ name }) => name)).not.toContain('Ambrosia')
    const slot_id = (await dinner.addSlot()).id
    for (const bad of [{}, { slot_id, dish_name: 'Ambrosia' }, { dish_name: ' ' }, { dish_name: 'x'.repeat(81) }])
      expect((await walkIn({ name: 'Polly', ...bad })).status).toBe(422)
  })

  it('is refused to visitors, without a name, for no slot, and with a time that is none', async () => {
    const slot_id = (await dinner.addSlot()).id
    expect((await walkIn({ name: 'Polly', slot_id }, 'visitor')).status).toBe(401)
    expect(await walkIn({ name: 'Polly', slot_id: randomUUID() })).toMatchObject({
      status: 422,
      body: { code: 'UNKNOWN_SLOT', fields: { slot_id: expect.any(String) } },
    })
    for (const [field, bad] of [
      ['name', ' '],
      ['name', 'x'.repeat(81)],
      ['slot_id', '7'],
      ['team_name', 'x'.repeat(81)],
      ['at', 'yesterday'],
      ['checked_in', false],
    ] as const) {
      const { status, body } = await walkIn({ name: 'Polly', slot_id, [field]: bad })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
    }
  })
})

describe('A walk-in by mistake', () => {
  const remove = (id: string, as: 'helper' | 'admin' | 'td' | 'visitor') =>
    dinner.call('DELETE', `/api/dinner-signup/${id}`, { as })
  const newest = async (type: string) => {
    const { body } = await dinner.call('GET', `/api/audit?type=${type}`, { as: 'td' })
    return (body as unknown as { events: { position: number; sentence: { text: string } }[] }).events[0]
  }

  it('is removed by who took it in, and by TD and admin, but by no other helper', async () => {
    const taken = async (as: 'helper' | 'admin') => {
      const body = { name: 'Polly', dish_name: 'Ambrosia' }
      return (await dinner.call('POST', '/api/dinner-management/walk-ins', { as, body })).body.signup
    }
    const [own, ofAdmin, other] = [await taken('helper'), await taken('admin'), await taken('helper')]
    expect(await remove(own.id, 'visitor')).toMatchObject({ status: 403 })
    expect((await remove(own.id, 'helper')).status).toBe(204)
    expect(await remove(ofAdmin.id, 'helper')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await remove(other.id, 'td')).status).toBe(204)
    const left = (await dishes()).map(({ id }) => id)
    expect(left).not.toContain(own.id)
    expect(left).toContain(ofAdmin.id)
    expect((await newest('SignupWithdrawn'))?.sentence.text).toBe('removed the walk-in Ambrosia (Polly)')
  })

  it('stays while its dish has left Holding', async () => {
    const { id } = (await walkIn({ name: 'Sid', dish_name: 'Fudge' })).body.signup
    await dinner.move(id, 'warming', 0)
    expect(await remove(id, 'helper')).toMatchObject({ status: 409, body: { code: 'DISH_IN_USE' } })
    await dinner.move(id, 'holding')
    expect((await remove(id, 'helper')).status).toBe(204)
  })

  it('is back, checked in as before, when its removal is undone', async () => {
    const { id, checked_at } = (await walkIn({ name: 'Joe', dish_name: 'Pickles' })).body.signup
    const removal = await remove(id, 'helper')
    for (const position of (removal.headers.get('undo-positions') ?? '').split(',').toReversed()) {
      const path = `/api/audit/${position.trim()}/undo`
      const { headers } = await dinner.call('POST', `${path}?preview=true`, { as: 'helper' })
      const undone = await dinner.call('POST', path, {
        as: 'helper',
        headers: { 'if-match': headers.get('etag') ?? '' },
      })
      expect(undone.status).toBe(200)
    }
    expect((await dishes()).find((signup) => signup.id === id)).toMatchObject({
      walk_in: true,
      checked_in: true,
      checked_at,
      slot_name: 'Pickles',
    })
  })
})
