import type {} from '@ultimate/backend/platform/database/test-server.ts'
import { seed } from '@ultimate/events/seed.fixture.ts'
import { expect, inject, it } from 'vitest'
import { nothingFound } from './attack.ts'
import { resets } from './resets.ts'

it('resets of the database connections give no wrong answer, and nothing hangs', async () => {
  const result = await resets.run({ databaseUrl: inject('databaseUrl'), count: 15, seed })
  expect(result, `seed ${seed}`).toMatchObject({ tried: 15, ...nothingFound })
}, 180_000)
