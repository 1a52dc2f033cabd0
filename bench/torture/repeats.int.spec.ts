import type {} from '@ultimate/backend/platform/database/test-server.ts'
import { expect, inject, it } from 'vitest'
import { repeats } from './repeats.ts'

it('does once what is repeated', { timeout: 240_000 }, async () => {
  const { lost, doubled, wrong, serverErrors } = await repeats.run({
    databaseUrl: inject('databaseUrl'),
    count: 120,
    seed: 1,
  })
  expect({ lost, doubled, wrong, serverErrors }).toEqual({ lost: 0, doubled: 0, wrong: 0, serverErrors: 0 })
})
