import { expect, inject, it } from 'vitest'
import type {} from '../../backend/src/platform/database/test-server.ts'
import { nothingFound } from './attack.ts'
import { registrations } from './registrations.ts'

it('registers sixty teams for one network in ten minutes, however many it sends', { timeout: 240_000 }, async () => {
  const result = await registrations.run({ databaseUrl: inject('databaseUrl'), count: 400, seed: 1 })
  expect(result).toMatchObject({ ...nothingFound, tried: 400 })
})
