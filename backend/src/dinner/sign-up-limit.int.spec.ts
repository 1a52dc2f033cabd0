import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slot.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailCounts } from './secrets/mail-counts.ts'
import { type DinnerHouse, dinnerHouse } from './test-dinner.ts'

let house: DinnerHouse
let captainId: string
beforeAll(async () => {
  house = await dinnerHouse({ backends: 2 })
  captainId = await house.registerTeam('Huck Finns')
  await house.automate()
})
afterAll(() => house.close())

async function addSlot(max_signups: number): Promise<string> {
  const body = newSlot.parse({ name: 'Gravy', category: 'dishes', max_signups })
  return (await house.call(dinnerApi.addSlot, { body }, { caller: { role: 'TD' } })).body.slot.id
}

it('goes on signing up when a mailbox has had its sixty confirmations, from two backends together', async () => {
  const slotId = await addSlot(70)
  const signUp = (email: string, backend: number) =>
    house.call(dinnerApi.signUp, { body: { personName: 'Becky', email, captainId, slotId } }, { backend })
  for (let dish = 0; dish < 62; dish++) expect((await signUp('Becky@example.org', dish % 2)).refused).toBeNull()
  await signUp('tom@example.org', 0)
  const mailsTo = (address: string) => house.mails.filter(({ to }) => to === address).length
  await vi.waitFor(() => expect(mailsTo('tom@example.org')).toBe(1), { timeout: 30_000 })
  expect(mailsTo('Becky@example.org')).toBe(60)
})

it('counts no confirmation that could not be sent, so that none is lost while the mail server is away', async () => {
  const counts = mailCounts(house.sql, 'a secret')
  const away = () => Promise.reject(new Error('no line'))
  for (let attempt = 0; attempt < 65; attempt++)
    await expect(counts.confirmed('huck@example.org', away)).rejects.toThrow('no line')
  const send = vi.fn(() => Promise.resolve())
  for (let mail = 0; mail < 65; mail++) await counts.confirmed('huck@example.org', send)
  expect(send).toHaveBeenCalledTimes(60)
})
