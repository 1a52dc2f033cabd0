import { randomUUID } from 'node:crypto'
import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { HistoryEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient, readVisitor, type Sent } from '../test/test-client.ts'

let dinner: DinnerClient
let captainId: string
let slotId: string
beforeAll(async () => {
  dinner = await dinnerClient()
  captainId = await dinner.registerTeam('Huck Finns')
  slotId = (await dinner.addSlot({ name: 'Rolls', max_signups: 50 })).id
})
afterAll(() => dinner.close())

const allergens = { listed: ['milk', 'wheat'], other: 'rye' }
const none = { listed: [], other: '' }
const aDish = (fields: object = { allergens }) => dinner.signUp({ captainId, slotId, ...fields })
const name = (id: string, body: unknown, sent: Sent = { as: 'admin' }) =>
  dinner.call('PUT', `/api/dinner-signup/${id}/allergens`, { ...sent, body: { allergens: body } })
const ofDish = async (id: string) => {
  const { signups } = (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body
  return signups.find((signup) => signup.id === id)?.allergens
}

describe('A dish with allergens', () => {
  it('has them in every list of staff, on the board, and in its replay', async () => {
    const { status, body } = await aDish({ allergens: { listed: ['wheat', 'milk'], other: '  rye ' } })
    expect([status, body.signup.allergens]).toEqual([201, allergens])
    const { id } = body.signup
    expect(await ofDish(id)).toEqual(allergens)
    expect((await dinner.checkIn(id)).body.signup.allergens).toEqual(allergens)
    const get = (path: string) => dinner.call('GET', `/api/dinner-management/${path}`, { as: 'helper' })
    await settled(dinner.app.sql)
    const boards = [await get('board'), await get('items'), await get(`replay?at=${new Date().toISOString()}`)]
    for (const board of boards) expect(board.body.items.find((item) => item.id === id)?.allergens).toEqual(allergens)
    await name(id, { listed: ['soy'] })
    await settled(dinner.app.sql)
    const { steps } = (await get('replay/steps')).body
    const shown = steps.flatMap(({ signups }) => signups.filter((one) => one.id === id).map((one) => one.allergens))
    expect(shown).toEqual([allergens, { listed: ['soy'], other: '' }])
  })

  it('may name none, as all did before', async () => {
    const ids = [await aDish({}), await aDish({ allergens: none }), await aDish({ allergens: {} })]
    for (const { body } of ids) expect(await ofDish(body.signup.id)).toEqual(none)
  })

  it('is refused what is not on the list, twice on it, or too long', async () => {
    for (const bad of [{ listed: ['love'] }, { listed: ['soy', 'soy'] }, { other: 'x'.repeat(50_000) }, 'milk', []]) {
      const { status, body } = await aDish({ allergens: bad })
      expect([status, Object.keys(body.fields ?? {})[0]]).toEqual([422, expect.stringMatching(/^allergens/)])
    }
  })

  it('is no serving slot', async () => {
    const carving = await dinner.addSlot({ name: 'Carving', category: 'serving', time_slot: '18:30' })
    const asked = { slotId: carving.id, allergens }
    expect((await aDish(asked)).body).toMatchObject({ code: 'NOT_A_DISH', fields: { allergens: expect.any(String) } })
    const { signup } = (await aDish({ ...asked, allergens: none })).body
    expect((await name(signup.id, allergens)).body.code).toBe('NOT_A_DISH')
  })

  it('is in the file of all sign-ups', async () => {
    const { id } = (await aDish()).body.signup
    const headers = await dinner.app.signIn('td')
    const url = `${dinner.app.origin}/api/dinner-signups/export`
    const lines = (await (await fetch(url, { method: 'POST', headers })).text()).split('\r\n')
    expect(lines[0]).toContain('"Allergens named"')
    expect(lines.find((line) => line.includes(id))).toContain('"milk, wheat, rye"')
  })
})

describe('Naming allergens later', () => {
  it('is allowed to the owner, admin and TD, and to no one else', async () => {
    const signed = await aDish({})
    const { id } = signed.body.signup
    expect((await name(id, allergens, { visitor: readVisitor(signed) })).body.signup.allergens).toEqual(allergens)
    for (const [sent, status] of [
      [{ as: 'td' }, 200],
      [{ as: 'admin' }, 200],
      [{ as: 'helper' }, 403],
      [{ visitor: readVisitor(await aDish({})) }, 403],
      [{}, 403],
    ] as const)
      expect([sent, (await name(id, { listed: ['soy'] }, sent)).status]).toEqual([sent, status])
    expect((await name(randomUUID(), allergens)).body.code).toBe('SIGNUP_NOT_FOUND')
  })

  it('changes the present answer for all, and stands in the history once', async () => {
    const { id } = (await aDish()).body.signup
    for (let time = 0; time < 2; time++) await name(id, { listed: ['soy'] })
    expect(await ofDish(id)).toEqual({ listed: ['soy'], other: '' })
    await settled(dinner.app.sql)
    const { body } = await dinner.call('GET', `/api/dinner-signups/${id}/history`, { as: 'admin' })
    const { events } = body as unknown as { events: HistoryEntry[] }
    // The look at the history is its newest entry.
    expect(events.slice(1).map(({ text, was }) => [text, was])).toEqual([
      ['named the allergens of Rolls (Becky Thatcher): soy', 'milk, wheat, rye'],
      ['signed up Becky Thatcher of Huck Finns for Rolls (allergens: milk, wheat, rye)', null],
    ])
  })

  it('is undone, the newest first', async () => {
    const { id } = (await aDish()).body.signup
    await name(id, { listed: ['soy'] })
    const first = await dinner.newest('AllergensNamed')
    await name(id, none)
    const { shown } = await dinner.previewUndo('AllergensNamed', first)
    expect(JSON.stringify(shown)).toContain('Its allergens were named again since. Undo that first.')
    await dinner.undo('AllergensNamed')
    expect(await ofDish(id)).toEqual({ listed: ['soy'], other: '' })
  })

  it('survives that the sign-up is removed and comes back', async () => {
    const { id } = (await aDish()).body.signup
    await name(id, { listed: ['soy'], other: 'miso' })
    await dinner.call('DELETE', `/api/dinner-signup/${id}`, { as: 'td' })
    expect(await ofDish(id)).toBeUndefined()
    await dinner.undo('SignupWithdrawn')
    expect(await ofDish(id)).toEqual({ listed: ['soy'], other: 'miso' })
  })

  it('is possible of a walk-in, which may have named some at the door, by who took it in', async () => {
    const body = { name: 'Aunt Polly', dish_name: 'Ambrosia', allergens: { listed: ['eggs'] } }
    const { signup } = (await dinner.call('POST', '/api/dinner-management/walk-ins', { as: 'helper', body })).body
    expect(signup.allergens).toEqual({ listed: ['eggs'], other: '' })
    expect((await name(signup.id, allergens, { as: 'helper' })).status).toBe(200)
    expect(await ofDish(signup.id)).toEqual(allergens)
  })
})

describe('A person who is forgotten', () => {
  it('leaves the allergens of the list, and none of their own words', async () => {
    const { id } = (await aDish({ allergens: { listed: ['milk'], other: 'as my son Sid is allergic' } })).body.signup
    await dinner.call('POST', '/api/people/forget', { as: 'td', body: { signup: id } })
    await expect.poll(() => ofDish(id)).toEqual({ listed: ['milk'], other: '' })
  })
})
