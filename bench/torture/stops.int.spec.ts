import type {} from '@ultimate/backend/platform/database/test-server.ts'
import { seed } from '@ultimate/events/seed.fixture.ts'
import { expect, inject, it } from 'vitest'
import { stops } from './stops.ts'

it('stops under load without a reset', { timeout: 240_000 }, async () => {
  const { lost, doubled, wrong, serverErrors } = await stops.run({
    databaseUrl: inject('databaseUrl'),
    count: 3,
    seed,
  })
  expect({ lost, doubled, wrong, serverErrors }, `seed ${seed}`).toEqual({
    lost: 0,
    doubled: 0,
    wrong: 0,
    serverErrors: 0,
  })
})
