import { randomUUID } from 'node:crypto'
import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { Replay } from '@ultimate/events/dinner/board/board-api.ts'
import type { RemovedArrival } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DinnerClient, dinnerClient, type Received } from '../test/test-client.ts'

let dinner: DinnerClient
let captainId: string
let slotId: string
beforeAll(async () => {
  dinner = await dinnerClient()
  captainId = await dinner.registerTeam('Huck Finns')
  slotId = (await dinner.addSlot({ max_signups: 30 })).id
})
afterAll(() => dinner.close())

const aSignup = async (personName = 'Becky Thatcher', slot = slotId) =>
  (await dinner.signUp({ captainId, slotId: slot, personName })).body.signup.id
const now = () => new Date().toISOString()
const remove = (id: string) => dinner.call('DELETE', `/api/dinner-signup/${id}`, { as: 'admin' })
const checkIn = (id: string, at: string, as: 'helper' | 'td' = 'helper') =>
  dinner.checkIn(id, true, { as, body: { checkedIn: true, at } })
const arrivalsIn = ({ body }: Received) => (body as unknown as { arrivals: RemovedArrival[] }).arrivals
const undecided = async () => arrivalsIn(await dinner.call('GET', '/api/dinner-management/undecided', { as: 'admin' }))
const decide = (id: string, decision: unknown, headers = {}) =>
  dinner.call('POST', `/api/dinner-management/undecided/${id}`, { as: 'td', headers, body: { decision } })
const readAudit = async (id: string): Promise<AuditEntry[]> => {
  await settled(dinner.app.sql)
  const { body } = await dinner.call('GET', `/api/audit?stream=signup-${id}`, { as: 'td' })
  // Events of its slot are about the sign-up too.
  return (body as unknown as { events: AuditEntry[] }).events.filter(({ stream }) => stream === `signup-${id}`)
}

describe('A dish that was checked in before its removal was known', () => {
  it('is recorded, listed, and restored once', async () => {
    const id = await aSignup('Sid Sawyer')
    const at = now()
    await remove(id)
    const answer = await checkIn(id, at)
    expect(answer.status).toBe(200)
    expect(answer.body.signup).toMatchObject({
      id,
      person_name: 'Sid Sawyer',
      checked_in: true,
      checked_at: at,
      removed: true,
    })
    expect((await checkIn(id, now(), 'td')).body).toMatchObject({ code: 'SIGNUP_NOT_FOUND' })
    expect((await checkIn(id, at, 'td')).body.signup).toMatchObject({ removed: true, checked_at: at })
    const listed = { signup_id: id, person_name: 'Sid Sawyer', slot_name: 'Cranberry sauce', at, by: 'Hank Helper' }
    expect(await undecided()).toContainEqual(listed)

    const restored = await decide(id, 'restore')
    expect([restored.status, arrivalsIn(restored)]).toEqual([200, expect.not.arrayContaining([listed])])
    expect((await decide(id, 'dismiss')).body.code).toBe('NOT_UNDECIDED')
    const { signups } = (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body
    expect(signups.find((signup) => signup.id === id)).toMatchObject({ checked_in: true, checked_at: at })
    expect((await dinner.move(id, 'warming', 1)).status).toBe(200)
    const [, decision, arrival, removal] = await readAudit(id)
    expect([decision?.type, arrival?.type, removal?.type]).toEqual([
      ...['ArrivalRestored', 'RemovedSignupCheckedIn', 'SignupWithdrawn'],
    ])
    expect([arrival?.happened_at, removal?.happened_at]).toEqual([at, null])
  })

  it('stays removed where that is decided, and may be undone before', async () => {
    const [first, second] = [await aSignup(), await aSignup()]
    const at = now()
    for (const id of [first, second]) {
      await remove(id)
      await checkIn(id, at)
    }
    expect((await decide(first, 'dismiss')).status).toBe(200)
    const undo = await dinner.checkIn(second, false, { body: { checkedIn: false, at: now() } })
    expect(undo.body.signup).toMatchObject({ checked_in: false, checked_at: null, removed: true })
    expect((await undecided()).map(({ signup_id }) => signup_id)).not.toEqual(expect.arrayContaining([first, second]))
    for (const id of [first, second]) expect((await decide(id, 'restore')).body.code).toBe('NOT_UNDECIDED')
    expect((await checkIn(first, at)).status).toBe(200)
    expect((await undecided()).map(({ signup_id }) => signup_id)).not.toContain(first)
  })

  it('can only be dismissed where the slot is gone, and be restored into a full one', async () => {
    const gone = (await dinner.addSlot({ name: 'Rolls' })).id
    const id = await aSignup('Tom', gone)
    const at = now()
    await remove(id)
    await checkIn(id, at)
    await dinner.call('DELETE', `/api/dinner-slots/${gone}`, { as: 'admin' })
    expect((await decide(id, 'restore')).body.code).toBe('SLOT_DELETED')
    expect((await decide(id, 'dismiss')).status).toBe(200)

    const full = (await dinner.addSlot({ name: 'Gravy', max_signups: 1 })).id
    const first = await aSignup('Tom', full)
    const came = now()
    await remove(first)
    await aSignup('Sid', full)
    await checkIn(first, came)
    expect((await decide(first, 'restore')).status).toBe(200)
    const { slots } = (await dinner.call('GET', '/api/dinner-slots')).body
    expect(slots.find((slot) => slot.id === full)).toMatchObject({ current_signups: 2, max_signups: 1 })
  })

  it.each([[{ listed: ['soy'], other: 'rye' }], [{ listed: [], other: '' }]])(
    'is restored with what was said last of it: %j',
    async (allergens) => {
      const signed = await dinner.signUp({ captainId, slotId, allergens: { listed: ['milk'], other: 'honey' } })
      const { id } = signed.body.signup
      await dinner.call('PUT', `/api/dinner-signup/${id}/allergens`, { as: 'admin', body: { allergens } })
      const at = now()
      await remove(id)
      expect((await checkIn(id, at)).body.signup).toMatchObject({ removed: true, allergens })
      expect((await decide(id, 'restore')).status).toBe(200)
      const { signups } = (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body
      expect(signups.find((signup) => signup.id === id)).toMatchObject({ checked_in: true, allergens })
    },
  )

  it('may be a walk-in, who is restored as one', async () => {
    const body = { name: 'Aunt Polly', slot_id: slotId, team_name: 'St. Petersburg' }
    const { id } = (await dinner.call('POST', '/api/dinner-management/walk-ins', { as: 'helper', body })).body.signup
    await dinner.checkIn(id, false)
    const at = now()
    await remove(id)
    const known = { person_name: 'Aunt Polly', team_name: 'St. Petersburg', walk_in: true, checked_at: at }
    expect((await checkIn(id, at)).body.signup).toMatchObject({ ...known, removed: true })
    expect((await decide(id, 'restore')).status).toBe(200)
    const { signups } = (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body
    expect(signups.find((signup) => signup.id === id)).toMatchObject({ ...known, checked_in: true })
  })

  it('is 404 without a time, for what was never there, and as the other kind', async () => {
    const id = await aSignup()
    const at = now()
    await remove(id)
    expect((await dinner.checkIn(id)).body.code).toBe('SIGNUP_NOT_FOUND')
    expect((await checkIn(randomUUID(), at)).body.code).toBe('SIGNUP_NOT_FOUND')
    const server = await dinner.call('PUT', `/api/server-signups/${id}/checkin`, {
      as: 'td',
      body: { checkedIn: true, at },
    })
    expect(server.body.code).toBe('SIGNUP_NOT_FOUND')
    for (const unknown of [randomUUID(), 'x'])
      expect((await decide(unknown, 'restore')).body.code).toBe('NOT_UNDECIDED')
    expect((await decide(id, 'maybe')).status).toBe(422)
  })

  it('is decided once under one key', async () => {
    const id = await aSignup()
    const at = now()
    await remove(id)
    await checkIn(id, at)
    const headers = { 'idempotency-key': `decide-${id}` }
    for (let time = 0; time < 2; time++) expect((await decide(id, 'restore', headers)).status).toBe(200)
  })
})

describe('When something happened', () => {
  it('is readAudit beside when it came in, of every action', async () => {
    const id = await aSignup()
    const at = now()
    // An action that comes in within the same millisecond has no second time.
    await vi.waitUntil(() => now() !== at, { interval: 1 })
    const body = (rest: object) => ({ body: { ...rest, at } })
    await dinner.checkIn(id, true, body({ checkedIn: true }))
    await dinner.checkIn(id, false, body({ checkedIn: false }))
    await dinner.checkIn(id)
    await dinner.call('PUT', `/api/dinner-management/items/${id}/position`, {
      as: 'admin',
      ...body({ zone: 'buffet', position: 9 }),
    })
    const entries = (await readAudit(id)).toReversed()
    expect(entries.map(({ type, happened_at }) => [type, happened_at])).toEqual([
      ['CheckedIn', at],
      ['CheckInUndone', at],
      ['CheckedIn', null],
      ['DishMoved', at],
    ])
    for (const entry of entries) expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(Date.parse(at))
  })

  it('is marked in list and audit where it cannot be true', async () => {
    const id = await aSignup()
    const { body } = await checkIn(id, '1999-01-01T00:00:00Z')
    expect(body.signup.time_trusted).toBe(false)
    const { signups } = (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body
    expect(signups.find((signup) => signup.id === id)?.time_trusted).toBe(false)
    expect((await readAudit(id))[0]).toMatchObject({ type: 'CheckedIn', time_trusted: false })
    await dinner.checkIn(id, false, { body: { checkedIn: false, at: '2999-01-01T00:00:00Z' } })
    expect((await readAudit(id))[0]).toMatchObject({ type: 'CheckInUndone', happened_at: null, time_trusted: false })
  })

  it('is that of the first phone to say so; the second one is readAudit who it was', async () => {
    const id = await aSignup()
    const [early, late] = [now(), now()]
    expect((await checkIn(id, late)).body).not.toHaveProperty('already')
    const second = await checkIn(id, early, 'td')
    expect(second.body).toMatchObject({ signup: { checked_at: late }, already: { by: 'Hank Helper', at: late } })
    expect(await readAudit(id)).toHaveLength(1)
  })

  it('is what the replay goes by where it is asked to', async () => {
    const id = await aSignup()
    const at = now()
    // Other calls, so that time passes between the action, the moment that is asked for, and the answer.
    await undecided()
    const moment = now()
    await undecided()
    await checkIn(id, at)
    await settled(dinner.app.sql)
    const replay = (as: string) =>
      dinner.call('GET', `/api/dinner-management/replay?at=${moment}${as}`, { as: 'helper' })
    const isShown = async (as: string) => (await replay(as)).body.items.some((item) => item.id === id)
    expect([await isShown(''), await isShown('&as=known'), await isShown('&as=happened')]).toEqual([false, false, true])
    expect((await replay('&as=guessed')).body.fields).toHaveProperty('as')
    const steps = await dinner.call('GET', '/api/dinner-management/replay/steps?as=happened', { as: 'helper' })
    const times = steps.body.steps.map((step) => step.at)
    expect(times).toEqual(times.toSorted())
    expect(steps.body.steps.find(({ signups }) => signups.some((signup) => signup.id === id))?.at).toBe(at)
    // Both orders end at one moment, so that each moment of one can be shown in the other.
    const known = await dinner.call('GET', '/api/dinner-management/replay/steps?as=known', { as: 'helper' })
    expect(steps.body).toHaveProperty('until', (known.body as unknown as Replay).until)
  })
})
