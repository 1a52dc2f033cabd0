import { expect, inject, it } from 'vitest'
import { mailFlood } from './mail-flood.ts'

it('fills nobody’s mailbox, and repeats no word of whoever tries', { timeout: 180_000 }, async () => {
  const result = await mailFlood.run({ databaseUrl: inject('databaseUrl'), count: 40, seed: 1 })
  expect(result).toMatchObject({ tried: 40, leaked: 0, wrong: 0, serverErrors: 0, note: '3 mails to one mailbox' })
})
