import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Someone } from '../../test/test-app.ts'
import { type DinnerClient, dinnerClient } from '../test/test-client.ts'

let dinner: DinnerClient
let pie: string
let carving: string
beforeAll(async () => {
  dinner = await dinnerClient()
  const captainId = await dinner.registerTeam('Huck Finns')
  pie = (await dinner.addSlot({ name: 'Pie', description: 'Pumpkin, "best" of all' })).id
  carving = (await dinner.addSlot({ name: 'Carving', category: 'serving', time_slot: '18:30' })).id
  await dinner.signUp({ personName: '=cmd|calc', email: 'sid@example.org', captainId, slotId: carving })
  becky = (await dinner.signUp({ captainId, slotId: pie })).body.signup.id
})
afterAll(() => dinner.close())
let becky: string

const read = (id: string, as: Someone) => dinner.call('GET', `/api/dinner-signups/${id}`, { as })

interface Entry {
  type: string
  data: { signupId?: string; signups?: number }
  actor: { role: string }
  sentence: { text: string }
}
async function audit(query: string): Promise<Entry[]> {
  const { body } = await dinner.call('GET', `/api/audit?${query}`, { as: 'td' })
  return (body as unknown as { events: Entry[] }).events
}
const looks = () => audit('type=SignupShown')

describe('Opening a sign-up', () => {
  it('shows admins and the TD how to reach the person, with all that the lists say', async () => {
    await dinner.checkIn(becky)
    const { signups } = (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body
    const { status, body, headers } = await read(becky, 'admin')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body.signup).toMatchObject({
      ...signups.find(({ id }) => id === becky),
      email: 'becky@example.org',
      captain_id: expect.any(String),
      signed_up_at: expect.any(String),
      checked_in_by: expect.any(String),
    })
  })

  it('is in the audit with whose it was, also in the history of the sign-up, and once where it is asked again', async () => {
    await Promise.all([read(becky, 'td'), read(becky, 'td')])
    await read(becky, 'td')
    const seen = (await looks()).filter(({ actor }) => actor.role === 'TD')
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({
      data: { signupId: becky },
      actor: { role: 'TD' },
      sentence: { text: 'saw the contact data of Pie (Becky Thatcher)' },
    })
    expect((await audit(`stream=signup-${becky}`)).map(({ type }) => type)).toContain('SignupShown')
  })

  it('is refused to visitors and helpers, and ends where there is no sign-up; none of that is a look', async () => {
    const before = (await looks()).length
    expect(await read(becky, 'visitor')).toMatchObject({ status: 401, body: { code: 'NO_TOKEN' } })
    expect(await read(becky, 'helper')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await read(randomUUID(), 'td')).toMatchObject({ status: 404, body: { code: 'SIGNUP_NOT_FOUND' } })
    await dinner.call('GET', '/api/dinner-signups', { as: 'td' })
    expect(await looks()).toHaveLength(before)
  })

  it('has no address of a walk-in', async () => {
    const body = { name: 'Aunt Polly', slot_id: pie, team_name: 'St. Petersburg' }
    const { signup } = (await dinner.call('POST', '/api/dinner-management/walk-ins', { as: 'helper', body })).body
    expect((await read(signup.id, 'td')).body.signup).toMatchObject({ ...signup, email: '', captain_id: null })
  })
})

describe('Exporting the sign-ups', () => {
  const exported = async (as: Someone, query = '') =>
    fetch(`${dinner.app.origin}/api/dinner-signups/export${query}`, {
      method: 'POST',
      headers: await dinner.app.signIn(as),
    })

  it('gives admins and the TD a file that no spreadsheet calculates, for no cache to keep', async () => {
    const answer = await exported('admin')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="sign-ups-\d{4}-\d\d-\d\d\.csv"$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const lines = (await answer.text()).split('\r\n')
    expect(lines[0]).toMatch(/^"Name","Email","Team","Category","Slot","Shift",/)
    expect(lines).toHaveLength(5)
    expect(lines).toContainEqual(
      expect.stringContaining(
        '"Becky Thatcher","becky@example.org","Huck Finns","Dish","Pie","","Pumpkin, ""best"" of all",',
      ),
    )
    expect(lines).toContainEqual(
      expect.stringContaining(`"'=cmd|calc","sid@example.org","Huck Finns","Serving","Carving","6:30 PM - 7:00 PM",`),
    )
  })

  it('holds one category where that is asked for', async () => {
    const text = await (await exported('td', '?category=serving')).text()
    expect(text).toContain('Carving')
    expect(text).not.toContain('Pie')
    expect((await exported('td', '?category=drinks')).status).toBe(422)
  })

  it('is in the audit with who took how many', async () => {
    await exported('admin', '?category=serving')
    expect((await audit('type=SignupsExported'))[0]).toMatchObject({
      data: { signups: 1 },
      actor: { role: 'admin' },
      sentence: { text: 'exported 1 sign-up with contact data' },
    })
  })

  it('is refused to visitors and helpers', async () => {
    const before = (await audit('type=SignupsExported')).length
    expect([(await exported('visitor')).status, (await exported('helper')).status]).toEqual([401, 403])
    expect(await audit('type=SignupsExported')).toHaveLength(before)
  })
})
