import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleOwnSignup, slotOf } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DinnerClient, dinnerClient, readVisitor, type Sent } from '../test/test-client.ts'

let dinner: DinnerClient
let captainId: string
beforeAll(async () => {
  dinner = await dinnerClient()
  captainId = await dinner.registerTeam('Huck Finns')
})
afterAll(() => dinner.close())

const slotNow = async (id: string) =>
  (await dinner.call('GET', '/api/dinner-slots')).body.slots.find((slot) => slot.id === id)
const mine = async (visitor: string | undefined) =>
  (await dinner.call('GET', '/api/dinner-signup/mine', { visitor })).body.signups.map(({ id }) => id)
const remove = (id: string, sent: Sent) => dinner.call('DELETE', `/api/dinner-signup/${id}`, sent)

describe('A volunteer', () => {
  it('signs up, is counted, and gets it back', async () => {
    const slot = await dinner.addSlot({ max_signups: 2 })
    const { status, body, headers } = await dinner.signUp({ captainId, slotId: slot.id })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.signup).toEqual(
      exampleOwnSignup({ id: expect.stringMatching(/^[\da-f-]{36}$/), ...slotOf(slot), captain_id: captainId }),
    )
    expect((await slotNow(slot.id))?.current_signups).toBe(1)
  })

  it('may bring the same dish twice, until it is full', async () => {
    const { id: slotId } = await dinner.addSlot({ max_signups: 2 })
    const statuses = []
    for (let time = 0; time < 3; time++) statuses.push((await dinner.signUp({ captainId, slotId })).status)
    expect(statuses).toEqual([201, 201, 409])
  })

  it('owns what was signed up for on this device, by an httpOnly cookie, and removes it', async () => {
    const slot = await dinner.addSlot()
    const first = await dinner.signUp({ captainId, slotId: slot.id })
    const visitor = readVisitor(first)
    expect(first.headers.getSetCookie().join()).toMatch(/visitor=[\w-]{20,}; .*HttpOnly; SameSite=Lax/)
    const second = await dinner.signUp({ captainId, slotId: slot.id }, { visitor })
    expect(readVisitor(second)).toBeUndefined()
    expect(await mine(visitor)).toEqual([first.body.signup.id, second.body.signup.id])
    expect(await mine(undefined)).toEqual([])
    expect((await remove(first.body.signup.id, { visitor })).status).toBe(204)
    expect(await mine(visitor)).toEqual([second.body.signup.id])
    expect((await slotNow(slot.id))?.current_signups).toBe(1)
    expect((await remove(first.body.signup.id, { visitor })).status).toBe(404)
  })

  it('signs up once when the request is repeated with its key, and still owns it', async () => {
    const slot = await dinner.addSlot()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([0, 1, 2].map(() => dinner.signUp({ captainId, slotId: slot.id }, { headers })))
    expect(new Set(answers.map(({ body }) => body.signup.id)).size).toBe(1)
    expect(new Set(answers.map(readVisitor)).size).toBe(1)
    expect((await slotNow(slot.id))?.current_signups).toBe(1)
    expect(await mine(answers[2] && readVisitor(answers[2]))).toHaveLength(1)
  })

  it('is nowhere in the log by the cookie, which is a secret', async () => {
    const visitor = readVisitor(await dinner.signUp({ captainId, slotId: (await dinner.addSlot()).id }))
    const [row] = await dinner.app.sql<{ found: number }[]>`
      select count(*)::int as found from events where position(${visitor ?? ''} in data::text || coalesce(actor_id, '')) > 0`
    expect([visitor === undefined, row?.found]).toEqual([false, 0])
  })

  it('is nowhere in the log by name or address in the clear', async () => {
    await dinner.signUp({
      captainId,
      slotId: (await dinner.addSlot()).id,
      personName: 'Injun Sawtooth',
      email: 'sawtooth@example.org',
    })
    const [row] = await dinner.app.sql<{ found: number }[]>`
      select count(*)::int as found from events where data::text ilike '%sawtooth%'`
    expect(row?.found).toBe(0)
  })
})

/** Mails to an address, newest last, as soon as there are so many. */
async function mailsTo(address: string, count: number): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const { outbox } = dinner.app
      const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
      const all = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
      const found = all.filter((text) => text.includes(`To: ${address}`))
      expect(found).toHaveLength(count)
      return found
    },
    { timeout: 20_000 },
  )
}
/** Finds the token behind the `#` of the private link; mails break long lines. */
const linkIn = (mail: string | undefined) =>
  /#link=([\w.-]+)/.exec((mail ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? ''

describe('The private link', () => {
  it('comes with the confirmation and gives another device the same right', async () => {
    const email = 'aunt.polly@example.org'
    const { id: slotId } = await dinner.addSlot()
    const signedUp = await dinner.signUp({ captainId, slotId, email, personName: 'Aunt Polly' })
    const { id } = signedUp.body.signup
    const [mail] = await mailsTo(email, 1)
    expect(mail).toContain('Cranberry sauce')
    const claimed = await dinner.call('POST', '/api/dinner-signup/claim', { body: { link: linkIn(mail) } })
    expect(claimed.status).toBe(200)
    expect(claimed.body.signups.map((signup) => signup.id)).toEqual([id])
    const other = readVisitor(claimed)
    expect(other).not.toBe(readVisitor(signedUp))
    // The link also covers later sign-ups from other devices.
    const later = await dinner.signUp({ captainId, slotId, email: 'Aunt.Polly@example.org' })
    expect(await mine(other)).toEqual([id, later.body.signup.id])
    expect((await remove(id, { visitor: other })).status).toBe(204)
  })

  it('keeps what the other device had signed up for itself', async () => {
    const { id: slotId } = await dinner.addSlot()
    const own = await dinner.signUp({ captainId, slotId, email: 'sid@example.org' })
    const visitor = readVisitor(own)
    await dinner.signUp({ captainId, slotId, email: 'mary@example.org' })
    const [mail] = await mailsTo('mary@example.org', 1)
    const body = { link: linkIn(mail) }
    for (let time = 0; time < 2; time++)
      expect((await dinner.call('POST', '/api/dinner-signup/claim', { body, visitor })).status).toBe(200)
    expect(await mine(visitor)).toHaveLength(2)
  })

  it('gives no right over what others signed up for on the same device', async () => {
    const { id: slotId } = await dinner.addSlot()
    const toms = await dinner.signUp({ captainId, slotId, email: 'tom@example.org' })
    await dinner.signUp({ captainId, slotId, email: 'huck@example.org' }, { visitor: readVisitor(toms) })
    const [mail] = await mailsTo('huck@example.org', 1)
    const claimed = await dinner.call('POST', '/api/dinner-signup/claim', { body: { link: linkIn(mail) } })
    expect(claimed.body.signups.map(({ email }) => email)).toEqual(['huck@example.org'])
    expect((await remove(toms.body.signup.id, { visitor: readVisitor(claimed) })).status).toBe(403)
  })

  it.each(['', 'x', 'a.b.c.d.e', 'eyJhbGciOiJkaXIifQ..x.y.z'])('is refused as %j', async (link) => {
    const { status, body } = await dinner.call('POST', '/api/dinner-signup/claim', { body: { link } })
    expect([status, body.code]).toEqual([422, 'INVALID_LINK'])
  })

  it('is sent again on request, to who is known; the answer is the same for who is not', async () => {
    const email = 'jim@example.org'
    await dinner.signUp({ captainId, slotId: (await dinner.addSlot()).id, email })
    await mailsTo(email, 1)
    const ask = (address: string) => dinner.call('POST', '/api/dinner-signup/link', { body: { email: address } })
    const unknown = await ask('unknown@example.org')
    const known = await ask('JIM@example.org')
    expect([unknown.status, known.status]).toEqual([204, 204])
    expect([...known.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted())
    expect(linkIn((await mailsTo(email, 2)).at(-1))).not.toBe('')
    // Requests are handled in order: once a later one is answered, the unknown address was dealt with.
    await mailsTo('unknown@example.org', 0)
  })

  it('fills no mailbox', async () => {
    const ask = () => dinner.call('POST', '/api/dinner-signup/link', { body: { email: 'victim@example.org' } })
    const answers = []
    for (let time = 0; time < 4; time++) answers.push(await ask())
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 429])
    expect(answers[3]?.body.code).toBe('TOO_MANY_LINKS')
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('Slots', () => {
  it('are listed for all: dishes by name, then serving by time', async () => {
    await dinner.addSlot({ name: 'Zucchini' })
    await dinner.addSlot({ name: 'Late', category: 'serving', time_slot: '20:00' })
    await dinner.addSlot({ name: 'apple pie' })
    await dinner.addSlot({ name: 'Early', category: 'serving', time_slot: '06:30' })
    const { slots } = (await dinner.call('GET', '/api/dinner-slots')).body
    const names = slots.map(({ name }) => name).filter((name) => name !== 'Cranberry sauce')
    expect(names).toEqual(['apple pie', 'Zucchini', 'Early', 'Late'])
  })

  it('are changed field by field, and an editor who missed a change gets 412', async () => {
    const { id } = await dinner.addSlot({ name: 'Stuffing', recipe_title: 'Aunt’s', max_signups: 4 })
    const put = (body: unknown, version?: string) =>
      dinner.call('PUT', `/api/dinner-slots/${id}`, {
        as: 'admin',
        body,
        ...(version && { headers: { 'if-match': version } }),
      })
    const first = await put({ description: 'Vegetarian' }, '"v1"')
    expect(first.body.slot).toMatchObject({ name: 'Stuffing', description: 'Vegetarian', recipe_title: 'Aunt’s' })
    expect(first.headers.get('etag')).toBe('"v2"')
    await dinner.signUp({ captainId, slotId: id })
    const stale = await put({ name: 'Dressing' }, '"v1"')
    expect([stale.status, stale.body.code]).toEqual([412, 'STALE'])
    expect(stale.body.current?.slot).toMatchObject({ description: 'Vegetarian', current_signups: 1 })
    expect((await put({ max_signups: 1 }, '"v2"')).body.slot).toMatchObject({ max_signups: 1, current_signups: 1 })
    const before = await dinner.eventCount()
    expect((await put({ max_signups: 1 })).status).toBe(200)
    expect(await dinner.eventCount()).toBe(before)
  })

  it('go with their sign-ups, also from the board, where their place is free again', async () => {
    const doomed = await dinner.addSlot({ name: 'Aspic' })
    const { id } = (await dinner.signUp({ captainId, slotId: doomed.id })).body.signup
    const other = (await dinner.signUp({ captainId, slotId: (await dinner.addSlot()).id })).body.signup.id
    for (const dish of [id, other]) await dinner.checkIn(dish)
    expect((await dinner.move(id, 'warming', 9)).status).toBe(200)
    const { status } = await dinner.call('DELETE', `/api/dinner-slots/${doomed.id}`, { as: 'td' })
    expect(status).toBe(204)
    expect(await slotNow(doomed.id)).toBeUndefined()
    expect((await dinner.move(id, 'holding')).status).toBe(404)
    expect((await dinner.checkIn(id)).status).toBe(404)
    expect((await dinner.move(other, 'warming', 9)).status).toBe(200)
  })
})

describe('Dishes of a team', () => {
  it('are counted, serving is not, and a team without any has 0', async () => {
    const [busy, idle] = [await dinner.registerTeam('Tom Sawyers'), await dinner.registerTeam('Widow Douglas')]
    const dish = (await dinner.addSlot()).id
    const serving = (await dinner.addSlot({ category: 'serving', time_slot: '18:00' })).id
    for (const slotId of [dish, dish, serving]) await dinner.signUp({ captainId: busy, slotId })
    const { teamCounts } = (await dinner.call('GET', '/api/team-dish-counts')).body
    expect(teamCounts).toContainEqual({ captain_id: busy, dish_count: 2 })
    expect(teamCounts).toContainEqual({ captain_id: idle, dish_count: 0 })
  })
})

describe('A team that staff removed', () => {
  const staff = { as: 'td' } as const
  const removeTeam = (id: string) =>
    dinner.call('POST', '/api/teams/remove', { ...staff, body: { ids: [id], reason: 'Withdrew' } })
  const counted = async () =>
    (await dinner.call('GET', '/api/team-dish-counts')).body.teamCounts.find(({ captain_id }) => captain_id === id)
  let id: string

  it('can be signed up for no more, while what its people bring stays until staff decide', async () => {
    id = await dinner.registerTeam('Muff Potters')
    const slot = await dinner.addSlot({ max_signups: 5 })
    const { body } = await dinner.signUp({ captainId: id, slotId: slot.id })
    await removeTeam(id)
    expect(await dinner.signUp({ captainId: id, slotId: slot.id })).toMatchObject({
      status: 422,
      body: { code: 'UNKNOWN_CAPTAIN' },
    })
    const { signups } = (await dinner.call('GET', '/api/dinner-signups', staff)).body
    expect(signups.find((signup) => signup.id === body.signup.id)).toMatchObject({ team_name: 'Muff Potters' })
    expect((await slotNow(slot.id))?.current_signups).toBe(1)
    expect(await counted()).toBeUndefined()
  })

  it('comes back with its dishes', async () => {
    await dinner.call('POST', `/api/teams/${id}/restore`, staff)
    expect(await counted()).toEqual({ captain_id: id, dish_count: 1 })
    const slot = await dinner.addSlot()
    expect((await dinner.signUp({ captainId: id, slotId: slot.id })).status).toBe(201)
  })
})
