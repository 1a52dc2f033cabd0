import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DinnerClient, dinnerClient, type Received, readVisitor } from '../test/test-client.ts'

let dinner: DinnerClient
let captainId: string
beforeAll(async () => {
  dinner = await dinnerClient()
  captainId = await dinner.registerTeam('Huck Finns')
})
afterAll(() => dinner.close())

const signUp = (slotId: string, key: string, visitor?: string) =>
  dinner.signUp({ captainId, slotId }, { visitor, headers: { 'idempotency-key': key } })
/** A browser that has signed up for something else before. */
async function aVisitor(): Promise<string> {
  const other = await dinner.signUp({ captainId, slotId: (await dinner.addSlot()).id, email: 'sid@example.org' })
  return readVisitor(other) ?? ''
}
const signedUpFor = async (slotId: string) =>
  (await dinner.call('GET', '/api/dinner-slots')).body.slots.find(({ id }) => id === slotId)?.current_signups
const mine = async (visitor: string | undefined) =>
  (await dinner.call('GET', '/api/dinner-signup/mine', { visitor })).body.signups.map(({ id }) => id)
const tellsNothing = (answer: Received) => {
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(JSON.stringify(answer.body)).not.toMatch(/becky|thatcher|"id"/i)
}

describe('A device that is cleared', () => {
  it('loses its cookie, and the sign-ups stay', async () => {
    const { id } = await dinner.addSlot()
    const visitor = readVisitor(await signUp(id, 'cleared'))
    const cleared = await dinner.call('DELETE', '/api/dinner-signup/mine', { visitor })
    expect(cleared.status).toBe(204)
    expect(cleared.headers.getSetCookie()).toEqual([expect.stringMatching(/^visitor=; .*Max-Age=0/)])
    expect(await signedUpFor(id)).toBe(1)
  })
})

describe('A sign-up that is repeated under its key', () => {
  it('without a cookie is its owner’s, whose answer was lost: the same answer, and the same cookie', async () => {
    const { id } = await dinner.addSlot()
    const first = await signUp(id, 'lost')
    const again = await signUp(id, 'lost')
    expect([again.status, again.body, readVisitor(again)]).toEqual([201, first.body, readVisitor(first)])
    expect(await mine(readVisitor(again))).toEqual([first.body.signup.id])
  })

  it('with the cookie that it was given is its owner’s', async () => {
    const { id } = await dinner.addSlot()
    const first = await signUp(id, 'given')
    expect((await signUp(id, 'given', readVisitor(first))).body).toEqual(first.body)
    expect(await signedUpFor(id)).toBe(1)
  })

  it('with the cookie that it came with is its owner’s, and so it is without one', async () => {
    const { id } = await dinner.addSlot()
    const visitor = await aVisitor()
    const first = await signUp(id, 'came-with', visitor)
    for (const repeated of [await signUp(id, 'came-with', visitor), await signUp(id, 'came-with')]) {
      expect(repeated.body).toEqual(first.body)
      expect(repeated.headers.getSetCookie()).toEqual([])
    }
    expect(await signedUpFor(id)).toBe(1)
  })

  it.each(['stored', 'lost'])(
    'with another visitor’s cookie gets neither the answer (%s) nor the cookie',
    async (how) => {
      const { id } = await dinner.addSlot()
      const stranger = await aVisitor()
      const own = await aVisitor()
      for (const first of [await signUp(id, `${how}-1`), await signUp(id, `${how}-2`, own)]) {
        expect(first.status).toBe(201)
        if (how === 'lost') await dinner.app.sql`update idempotency set status = null, body = null`
        const before = await dinner.eventCount()
        const answer = await signUp(id, first.headers.getSetCookie().length > 0 ? `${how}-1` : `${how}-2`, stranger)
        expect([answer.status, answer.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
        tellsNothing(answer)
        expect(await dinner.eventCount()).toBe(before)
      }
      expect(await mine(stranger)).toHaveLength(1)
    },
  )

  it('by many at the same moment leaves one sign-up, and its answer to who may have it', async () => {
    const { id } = await dinner.addSlot()
    const strangers = await Promise.all([aVisitor(), aVisitor(), aVisitor()])
    const [owner, ...others] = await Promise.all([
      signUp(id, 'crowded'),
      ...strangers.map((stranger) => signUp(id, 'crowded', stranger)),
    ])
    const answers = [owner, ...others].filter((it) => it !== undefined)
    expect(answers.map(({ status }) => status).toSorted()).toContain(201)
    const ids = new Set(answers.flatMap(({ body }) => body.signup?.id ?? []))
    expect([ids.size, await signedUpFor(id)]).toEqual([1, 1])
  })
})

describe('An address that is signed up for serving', () => {
  const serving = { category: 'serving', time_slot: '18:30' }
  const ask = (slotId: string, visitor?: string) => dinner.signUp({ captainId, slotId }, { visitor })

  it('is refused again to its owner, and names no person', async () => {
    const { id } = await dinner.addSlot(serving)
    const visitor = readVisitor(await ask(id))
    for (const again of [await ask(id, visitor), await ask(id)]) {
      expect([again.status, again.body]).toEqual([
        409,
        {
          code: 'ALREADY_SIGNED_UP',
          message: 'This address is already signed up for this shift.',
          error: 'This address is already signed up for this shift.',
        },
      ])
      tellsNothing(again)
    }
    expect(await signedUpFor(id)).toBe(1)
  })

  it('reveals nothing to another visitor: it is taken, or full, as any other address would be', async () => {
    const slots = [
      await dinner.addSlot({ ...serving, max_signups: 9 }),
      await dinner.addSlot({ ...serving, max_signups: 1 }),
    ]
    for (const { id, max_signups } of slots) {
      await ask(id)
      const known = await ask(id, await aVisitor())
      const unknown = await dinner.signUp(
        { captainId, slotId: id, email: 'unknown@example.org' },
        { visitor: await aVisitor() },
      )
      expect([known.status, known.body.code]).toEqual([unknown.status, unknown.body.code])
      expect(known.status).toBe(max_signups === 1 ? 409 : 201)
      expect([...known.headers.keys()].toSorted()).toEqual([...unknown.headers.keys()].toSorted())
    }
  })

  it('can be asked about by a stranger without a cookie so often and no more, which stops no reader', async () => {
    const { id } = await dinner.addSlot(serving)
    await ask(id)
    await dinner.app.sql`delete from rate_limits`
    const statuses: number[] = []
    while (statuses.length < 250 && statuses.at(-1) !== 429) statuses.push((await ask(id)).status)
    expect(statuses.indexOf(429)).toBe(200)
    expect((await dinner.call('GET', '/api/dinner-slots')).status).toBe(200)
    await dinner.app.sql`delete from rate_limits`
  })
})
