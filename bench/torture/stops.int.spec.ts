import type {} from '@ultimate/backend/platform/database/test-server.ts'
import { expect, inject, it } from 'vitest'
import { stops } from './stops.ts'

it('stops under load without a reset', { timeout: 240_000 }, async () => {
  const { lost, doubled, wrong, serverErrors } = await stops.run({
    databaseUrl: inject('databaseUrl'),
    count: 3,
    seed: 1,
  })
  expect({ lost, doubled, wrong, serverErrors }).toEqual({ lost: 0, doubled: 0, wrong: 0, serverErrors: 0 })
})
