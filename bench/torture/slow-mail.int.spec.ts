import type {} from '@ultimate/backend/platform/database/test-server.ts'
import { expect, inject, it } from 'vitest'
import { slowMail } from './slow-mail.ts'

it('A mail server that never answers silences no reader', async () => {
  const found = await slowMail.run({ databaseUrl: inject('databaseUrl'), count: 20, seed: 1 })
  expect(found).toMatchObject({ tried: 20, lost: 0, wrong: 0, serverErrors: 0 })
}, 120_000)
