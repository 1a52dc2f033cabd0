import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slot.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { privateLinks } from '../../secrets/private-link.ts'
import { type DinnerTestApp, dinnerTestApp } from '../../test/test-dinner.ts'

let app: DinnerTestApp
let captainId: string
beforeAll(async () => {
  app = await dinnerTestApp({ backends: 2 })
  captainId = await app.registerTeam('Huck Finns')
  await app.automate()
})
afterAll(() => app.close())

async function addSlot(max_signups: number): Promise<string> {
  const body = newSlot.parse({ name: 'Gravy', category: 'dishes', max_signups })
  return (await app.call(dinnerApi.addSlot, { body }, { caller: { role: 'TD' } })).body.slot.id
}

it('goes on signing up when a mailbox has had its three mails of the day, from two backends together', async () => {
  const slotId = await addSlot(70)
  const signUp = (email: string, backend: number) =>
    app.call(dinnerApi.signUp, { body: { personName: 'Becky', email, captainId, slotId } }, { backend })
  const spellings = ['Becky@example.org', 'becky+dish@example.org', 'BECKY@example.org']
  for (let dish = 0; dish < 12; dish++) expect((await signUp(spellings[dish % 3] ?? '', dish % 2)).refused).toBeNull()
  await signUp('tom@example.org', 0)
  const mailsTo = (...addresses: string[]) => app.mails.filter(({ to }) => addresses.includes(to)).length
  await vi.waitFor(() => expect(mailsTo('tom@example.org')).toBe(1), { timeout: 30_000 })
  expect(mailsTo(...spellings)).toBe(3)
})

it('writes about each sign-up to an address whose owner has opened the private link', async () => {
  const slotId = await addSlot(70)
  const links = privateLinks(app.platform.configuration)
  const link = (await links.linkFor('sid@example.org')).split('#link=')[1] ?? ''
  await app.call(dinnerApi.claimSignups, { body: { link } })
  const before = app.mails.length
  for (let dish = 0; dish < 5; dish++) {
    const body = { personName: 'Sid', email: 'sid@example.org', captainId, slotId }
    expect((await app.call(dinnerApi.signUp, { body })).refused).toBeNull()
  }
  await vi.waitFor(() => expect(app.mails.length).toBe(before + 5), { timeout: 30_000 })
})
