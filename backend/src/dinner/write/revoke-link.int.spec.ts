import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DinnerTestApp, dinnerTestApp } from '../test/test-dinner.ts'

let app: DinnerTestApp
let captainId: string
let slotId: string
beforeAll(async () => {
  app = await dinnerTestApp({ backends: 2 })
  captainId = await app.registerTeam('Huck Finns')
  const body = newSlot.parse({ name: 'Yams', category: 'dishes', max_signups: 70 })
  slotId = (await app.call(dinnerApi.addSlot, { body }, { caller: { role: 'TD' } })).body.slot.id
  await app.automate()
})
afterAll(() => app.close())

const td = { caller: { role: 'TD', name: 'Aunt Polly' } } as const
const signUp = async (email: string): Promise<string> =>
  (await app.signUp({ email, captainId, slotId }, { caller: { visitorId: `made-${email}` } })).body.signup.id
const linksMailedTo = (address: string, count: number): Promise<string[]> =>
  vi.waitFor(
    () => {
      const found = app.mails.filter(({ to }) => to === address).map(({ text }) => /#link=([\w.-]+)/.exec(text)?.[1])
      expect(found).toHaveLength(count)
      return found.map((link) => link ?? '')
    },
    { timeout: 20_000 },
  )
const open = (link: string, visitorId: string, backend = 0) =>
  app.call(dinnerApi.claimSignups, { body: { link } }, { caller: { visitorId }, backend })
const readError = async (link: string, backend = 0) => (await open(link, 'someone', backend)).refused
const shown = async (visitorId: string) => {
  const { body } = await app.call(dinnerApi.mySignups, {}, { caller: { visitorId }, backend: 1 })
  return body.signups.map(({ id }) => id)
}

describe('The private link of a volunteer', () => {
  it('opens nothing once staff end it, on no backend; what it gave to devices goes, and a new one is mailed', async () => {
    const id = await signUp('becky@example.org')
    const [old = ''] = await linksMailedTo('becky@example.org', 1)
    await open(old, 'phone')
    expect(await shown('phone')).toEqual([id])

    expect((await app.call(dinnerApi.revokeLink, { params: { id } }, td)).refused).toBeNull()
    expect([await readError(old), await readError(old, 1)]).toEqual(['LINK_REVOKED', 'LINK_REVOKED'])
    expect(await shown('phone')).toEqual([])
    const remove = { params: { id } }
    expect((await app.call(dinnerApi.cancelSignup, remove, { caller: { visitorId: 'phone' } })).refused).toBe(
      'FORBIDDEN',
    )
    // The device that signed up needs no link.
    expect(await shown('made-becky@example.org')).toEqual([id])

    const [, renewed = ''] = await linksMailedTo('becky@example.org', 2)
    expect((await open(renewed, 'phone', 1)).refused).toBeNull()
    expect(await shown('phone')).toEqual([id])
  })

  it('is ended by its owner with the link itself, once, however often that is asked at the same moment', async () => {
    await signUp('joe@example.org')
    const [link = ''] = await linksMailedTo('joe@example.org', 1)
    const answers = await Promise.all(
      [0, 1, 0, 1].map((backend) => app.call(dinnerApi.revokeOwnLink, { body: { link } }, { backend })),
    )
    expect(answers.map(({ refused }) => refused ?? 'done').toSorted()).toEqual([
      'LINK_REVOKED',
      'LINK_REVOKED',
      'LINK_REVOKED',
      'done',
    ])
    const [, renewed = ''] = await linksMailedTo('joe@example.org', 2)
    expect(await readError(renewed)).toBeNull()
    expect((await app.call(dinnerApi.revokeOwnLink, { body: { link: 'x' } })).refused).toBe('INVALID_LINK')
  })

  it('gives no device a right that lasts where it is opened while it ends', async () => {
    const id = await signUp('sid@example.org')
    const [link = ''] = await linksMailedTo('sid@example.org', 1)
    await Promise.all([
      ...['a', 'b', 'c'].map((visitorId, index) => open(link, visitorId, index % 2)),
      app.call(dinnerApi.revokeLink, { params: { id } }, td),
      ...['d', 'e', 'f'].map((visitorId, index) => open(link, visitorId, index % 2)),
    ])
    for (const visitorId of ['a', 'b', 'c', 'd', 'e', 'f']) expect(await shown(visitorId)).toEqual([])
  })

  it('stays dead when its owner is forgotten and comes back under the same address', async () => {
    const id = await signUp('polly@example.org')
    const [old = ''] = await linksMailedTo('polly@example.org', 1)
    await app.call(dinnerApi.revokeLink, { params: { id } }, td)
    await linksMailedTo('polly@example.org', 2)
    const { people } = app.platform
    await people.forget(await people.find((text) => text === 'polly@example.org'))
    expect(await app.sql`select 1 from dinner_volunteer_links where email_key = 'polly@example.org'`).toHaveLength(0)
    const back = await signUp('polly@example.org')
    expect(await readError(old)).toBe('LINK_REVOKED')
    const links = await linksMailedTo('polly@example.org', 3)
    await open(links.at(-1) ?? '', 'tablet')
    expect(await shown('tablet')).toEqual([back])
    await app.call(dinnerApi.revokeLink, { params: { id: back } }, td)
    await linksMailedTo('polly@example.org', 4)
  })

  it('is none of a walk-in who had not signed up', async () => {
    const walkIn = await app.call(dinnerApi.walkIn, { body: { slot_id: slotId, name: 'Huck' } }, td)
    const asked = await app.call(dinnerApi.revokeLink, { params: { id: walkIn.body.signup.id } }, td)
    expect(asked.refused).toBe('NO_PRIVATE_LINK')
  })
})
