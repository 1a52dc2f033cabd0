import type {} from '@ultimate/backend/platform/database/test-server.ts'
import { expect, inject, it } from 'vitest'
import { races } from './races.ts'

it('lets one of several win', { timeout: 240_000 }, async () => {
  const { lost, doubled, wrong, serverErrors } = await races.run({
    databaseUrl: inject('databaseUrl'),
    count: 24,
    seed: 1,
  })
  expect({ lost, doubled, wrong, serverErrors }).toEqual({ lost: 0, doubled: 0, wrong: 0, serverErrors: 0 })
})
