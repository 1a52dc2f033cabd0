import type {} from '@ultimate/backend/platform/database/test-server.ts'
import { seed } from '@ultimate/events/seed.fixture.ts'
import { expect, inject, it } from 'vitest'
import { kills } from './kills.ts'

it('stays whole over kills', { timeout: 240_000 }, async () => {
  const { lost, doubled, wrong, serverErrors } = await kills.run({
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
