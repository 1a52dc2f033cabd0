import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { exampleSignup, slotOf } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DinnerClient, dinnerClient, type Received } from '../../test/test-client.ts'

let dinner: DinnerClient
let captainId: string
let slot: Slot
let slotId: string
beforeAll(async () => {
  dinner = await dinnerClient()
  captainId = await dinner.registerTeam('Huck Finns')
  slot = await dinner.addSlot({ max_signups: 100, description: 'For ten.' })
  slotId = slot.id
})
afterAll(() => dinner.close())

const aSignup = async () => (await dinner.signUp({ captainId, slotId })).body.signup.id
const aDish = async () => {
  const id = await aSignup()
  await dinner.checkIn(id)
  return id
}
const list = async (what: 'items' | 'finished' | 'leftovers') =>
  (await dinner.call('GET', `/api/dinner-management/${what}`, { as: 'helper' })).body.items
const placeOf = ({ management_zone: zone, management_position: position }: Received['body']['item']) => [zone, position]
const session = async () => (await dinner.call('GET', '/api/dinner-management/session')).body.session

describe('Checking in', () => {
  it('is seen in the list of dishes, with its time, and undone', async () => {
    const id = await aSignup()
    const { status, body } = await dinner.checkIn(id)
    expect(status).toBe(200)
    expect(body.signup).toEqual(
      exampleSignup({
        id,
        ...slotOf(slot),
        checked_in: true,
        checked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      }),
    )
    const { signups } = (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body
    expect(signups).toContainEqual(body.signup)
    expect((await dinner.checkIn(id, false)).body.signup).toMatchObject({ checked_in: false, checked_at: null })
  })

  it('takes the time of a phone that was offline, but no time in the future', async () => {
    const id = await aSignup()
    const at = new Date()
    const central = new Date(at.getTime() - 6 * 3_600_000).toISOString().replace('Z', '-06:00')
    const answer = await dinner.checkIn(id, true, { body: { checkedIn: true, at: central } })
    expect(answer.body.signup.checked_at).toBe(at.toISOString())
    expect(answer.body.signup.time_trusted).toBeUndefined()
    const other = await aSignup()
    const before = Date.now()
    const early = await dinner.checkIn(other, true, { body: { checkedIn: true, at: '2999-01-01T00:00:00Z' } })
    const checkedAt = Date.parse(early.body.signup.checked_at ?? '')
    expect(checkedAt).toBeGreaterThanOrEqual(before)
    expect(checkedAt).toBeLessThanOrEqual(Date.now())
    expect(early.body.signup.time_trusted).toBe(false)
  })

  it('that was received late is marked on every list that shows the dish, until something else happens to it', async () => {
    const at = new Date(Date.now() - 45 * 60_000).toISOString()
    const walkIn = { name: 'Sid Sawyer', slot_id: slotId, at }
    const { body } = await dinner.call('POST', '/api/dinner-management/walk-ins', { as: 'helper', body: walkIn })
    const { id, came_in_at } = body.signup
    expect(Date.parse(came_in_at ?? '')).toBeGreaterThan(Date.parse(at))
    const { signups } = (await dinner.call('GET', '/api/dinner-signups', { as: 'helper' })).body
    const { items } = (await dinner.call('GET', '/api/dinner-management/board', { as: 'helper' })).body
    const replay = (await dinner.call('GET', '/api/dinner-management/replay?at=999999999999999', { as: 'helper' })).body
    for (const shown of [signups, items, replay.items, await list('items')])
      expect(shown.find((one) => one.id === id)).toMatchObject({ checked_at: at, came_in_at })
    const { steps } = (await dinner.call('GET', '/api/dinner-management/replay/steps', { as: 'helper' })).body
    const changes = steps.filter(({ signups: changed }) => changed.some((signup) => signup.id === id))
    expect(changes.map(({ late }) => late)).toContainEqual({ happened_at: at, came_in_at })
    expect(steps.filter(({ late }) => late).length).toBeLessThanOrEqual(2)
    const undone = await dinner.checkIn(id, false, { body: { checkedIn: false, at } })
    expect(undone.body.signup).toMatchObject({ checked_in: false, came_in_at: expect.any(String) })
    expect((await dinner.checkIn(id)).body.signup.came_in_at).toBeUndefined()
  })

  it('stores nothing when it is repeated', async () => {
    const id = await aDish()
    const before = await dinner.eventCount()
    expect((await dinner.checkIn(id)).status).toBe(200)
    expect(await dinner.eventCount()).toBe(before)
  })

  it('of servers is a list of its own, in the order of their time', async () => {
    const serve = async (name: string, time_slot: string) => {
      const slot = await dinner.addSlot({ name, category: 'serving', time_slot })
      return (await dinner.signUp({ captainId, slotId: slot.id })).body.signup.id
    }
    const [late, early] = [await serve('Gravy boat', '19:30'), await serve('Turkey', '18:00')]
    const path = `/api/server-signups/${early}/checkin`
    const { status } = await dinner.call('PUT', path, { as: 'helper', body: { checkedIn: true } })
    expect(status).toBe(200)
    const { signups } = (await dinner.call('GET', '/api/server-signups', { as: 'helper' })).body
    expect(signups.map((signup) => [signup.id, signup.checked_in, signup.time_slot])).toEqual([
      [early, true, '18:00'],
      [late, false, '19:30'],
    ])
    expect((await list('items')).map(({ id }) => id)).not.toContain(early)
  })
})

describe('An evening', () => {
  it('goes from Holding to leftovers, is reset, and can be replayed', async () => {
    const [first, second, third] = [await aDish(), await aDish(), await aDish()]
    const ours = async (what: 'items' | 'finished' | 'leftovers') =>
      (await list(what)).filter(({ id }) => [first, second, third].includes(id))
    expect((await ours('items')).map(placeOf)).toEqual(Array(3).fill(['holding', null]))

    const moved = await dinner.move(first, 'buffet', 0)
    expect(moved.body.item).toMatchObject({ management_zone: 'buffet', management_position: 0, moved_by: 'Ada Admin' })
    await dinner.move(second, 'warming', 3)
    expect(await session()).toEqual({ started_at: null, finished_at: null, warming_slots: 24, buffet_slots: 16 })

    const { started_at } = (await dinner.session('start')).body.session
    expect((await ours('items')).find(({ id }) => id === first)?.buffet_entered_at).toBe(started_at)
    const done = await dinner.empty(first)
    expect(done.body.item).toMatchObject({ management_zone: 'buffet', management_position: null })
    expect((await dinner.empty(first, { body: {} })).status).toBe(200)
    const back = await dinner.empty(first, { body: { emptied: false } })
    expect(back.body.item).toMatchObject({ management_position: 0, emptied_at: null, buffet_entered_at: started_at })
    expect(await ours('finished')).toEqual([])
    await dinner.empty(first)
    expect((await ours('finished')).map(({ id }) => id)).toEqual([first])
    const during = (await dinner.call('GET', '/api/dinner-management/replay?at=999999999999999', { as: 'helper' })).body

    const mistaken = (await dinner.session('finish')).body.session
    expect(mistaken.finished_at).not.toBeNull()
    expect((await dinner.resume()).body.session).toEqual({ ...mistaken, finished_at: null })
    expect((await ours('items')).map(placeOf)).toEqual([
      ['holding', null],
      ['warming', 3],
    ])
    expect((await dinner.empty(first, { body: { emptied: false } })).body.item.buffet_entered_at).toBe(started_at)
    await dinner.empty(first)
    expect(await dinner.resume()).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_RESUME' } })

    const { finished_at } = (await dinner.session('finish')).body.session
    expect(Date.parse(finished_at ?? '')).toBeGreaterThanOrEqual(Date.parse(started_at ?? ''))
    expect(await list('items')).toEqual([])
    expect((await ours('leftovers')).map(({ id, management_zone: zone }) => [id, zone])).toEqual([
      [third, 'holding'],
      [second, 'warming'],
    ])

    expect((await dinner.session('reset')).body.session).toMatchObject({ started_at: null, finished_at: null })
    expect(await dinner.resume()).toMatchObject({ status: 409, body: { code: 'DINNER_WAS_RESET' } })
    expect((await ours('items')).map((item) => [...placeOf(item), item.buffet_total_duration])).toEqual(
      Array(3).fill(['holding', null, 0]),
    )
    const path = `/api/dinner-management/replay?at=${during.position}`
    const { body: replayed } = await dinner.call('GET', path, { as: 'helper' })
    expect(replayed.session.started_at).toBe(started_at)
    expect(replayed.finished.map(({ id }) => id)).toEqual([first])
    expect(replayed.items).toEqual(during.items)
    expect(replayed.finished.map(({ emptied_from }) => emptied_from)).toEqual([0])
    const readSteps = async (asked: string) =>
      (await dinner.call('GET', `/api/dinner-management/replay/steps?${asked}`, { as: 'helper' })).body
    const finished = await readSteps(`at=${during.position}`)
    expect(finished.steps.map(({ by, text }) => `${by} ${text}`)).toEqual(
      expect.arrayContaining([
        'Ada Admin moved Cranberry sauce (Becky Thatcher) to Buffet 1',
        'Ada Admin marked Cranberry sauce (Becky Thatcher) as done',
      ]),
    )
    expect(finished.steps.at(-1)?.type).toBe('DinnerFinished')
    expect(finished.dinners.find((one) => one.dinner === finished.dinner)).toMatchObject({ started_at, finished_at })
    expect(await readSteps(`dinner=${finished.dinner}`)).toEqual(finished)
    const present = await readSteps('dinner=999999')
    expect([present.dinner, present.steps[0]?.type]).toEqual([finished.dinner + 1, 'DinnerReset'])
    expect(present.steps[0]?.signups.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second, third]))
    expect((await readSteps('at=0')).dinner).toBe(1)
    const past = await dinner.call('GET', '/api/dinner-management/replay?at=1999-01-01T00:00:00Z', { as: 'helper' })
    expect(past.body).toMatchObject({ items: [], finished: [], leftovers: [], position: 0 })
  })

  it('lets who has not seen the latest move know it', async () => {
    const id = await aDish()
    const { headers } = await dinner.move(id, 'warming', 20)
    const version = { 'if-match': headers.get('etag') ?? '' }
    expect((await dinner.move(id, 'warming', 21, { headers: version })).status).toBe(200)
    const stale = await dinner.move(id, 'warming', 22, { headers: version })
    expect([stale.status, stale.body.code]).toEqual([412, 'STALE'])
    expect(stale.body.current?.item?.management_position).toBe(21)
  })

  it('is read whole, in the words of its lists, and not again while nothing changes', async () => {
    const read = (headers = {}) => dinner.call('GET', '/api/dinner-management/board', { as: 'helper', headers })
    const id = await aDish()
    const { body, headers } = await read()
    const { now, dinner: number, ...board } = body
    expect(board).toEqual({
      session: await session(),
      items: await list('items'),
      finished: await list('finished'),
      leftovers: await list('leftovers'),
    })
    expect(board.items.map((item) => item.id)).toContain(id)
    expect([typeof number, Number.isNaN(Date.parse(now))]).toEqual(['number', false])
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await read(known)).status).toBe(304)
    await dinner.move(id, 'warming', 19)
    expect((await read(known)).body.items.find((item) => item.id === id)?.management_position).toBe(19)
  })

  it('moves once when a request is repeated with its key', async () => {
    const id = await aDish()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const before = await dinner.eventCount()
    const answers = [await dinner.move(id, 'buffet', 12, { headers }), await dinner.move(id, 'buffet', 12, { headers })]
    expect(answers.map(({ status, body }) => [status, body.item.management_position])).toEqual(Array(2).fill([200, 12]))
    expect(await dinner.eventCount()).toBe(before + 1)
  })

  it('is read by staff alone, but for its session', async () => {
    for (const path of ['board', 'items', 'finished', 'leftovers', 'replay?at=1', 'replay/steps']) {
      expect((await dinner.call('GET', `/api/dinner-management/${path}`)).status).toBe(401)
      const { status, headers } = await dinner.call('GET', `/api/dinner-management/${path}`, { as: 'helper' })
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
    for (const path of ['/api/dinner-signups', '/api/server-signups'])
      expect((await dinner.call('GET', path)).status).toBe(401)
    expect((await dinner.call('GET', '/api/dinner-management/session')).status).toBe(200)
  })
})

/** Waits until the reader behind the live streams knows all stored events, so that a new stream begins after them. */
async function allReported(): Promise<void> {
  const [newest] = await dinner.app.sql<{ position: number }[]>`select max(position) as position from events`
  await vi.waitFor(
    async () => {
      const { headers } = await fetch(`${dinner.app.origin}/api/dinner-slots`)
      expect(Number(headers.get('x-log-position'))).toBeGreaterThanOrEqual(Number(newest?.position))
    },
    { timeout: 20_000, interval: 10 },
  )
}

/** The events of a live stream, by topic and type, until `wanted` have come. */
async function heard(response: Response, wanted: number): Promise<string[]> {
  const received: string[] = []
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [topic, data] = [/^event: (.*)$/m.exec(block)?.[1], /^data: (.*)$/m.exec(block)?.[1]]
      if (topic && topic !== 'ready') received.push(`${topic} ${JSON.parse(data ?? '{}').type}`)
    }
    if (received.length >= wanted) return received
  }
  return received
}

describe('Open pages', () => {
  it('hear of what touches them, each within its rights', async () => {
    const follow = async (topics: string, as: 'helper' | 'visitor') =>
      fetch(`${dinner.app.origin}/api/live?topics=${topics}`, { headers: await dinner.app.signIn(as) })
    await allReported()
    const [board, checkIns, visitor] = [
      await follow('board', 'helper'),
      await follow('signups,slots', 'helper'),
      await follow('slots', 'visitor'),
    ]
    const id = await aDish()
    await dinner.move(id, 'warming', 17)
    await dinner.session('start')
    await dinner.addSlot({ name: 'Rolls' })
    expect(await heard(board, 3)).toEqual(['board CheckedIn', 'board DishMoved', 'board DinnerStarted'])
    expect(await heard(checkIns, 4)).toEqual([
      'slots SignedUp',
      'signups SignedUp',
      'signups CheckedIn',
      'slots SlotAdded',
    ])
    expect(await heard(visitor, 2)).toEqual(['slots SignedUp', 'slots SlotAdded'])
    expect((await follow('board', 'visitor')).status).toBe(401)
  })
})
