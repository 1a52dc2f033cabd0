import { expect, inject, it } from 'vitest'
import type {} from '../../backend/src/platform/database/test-server.ts'
import { nothingFound } from './attack.ts'
import { venue } from './venue.ts'

it('lets four hundred people sign up from the one address of their venue', { timeout: 240_000 }, async () => {
  const result = await venue.run({ databaseUrl: inject('databaseUrl'), count: 400, seed: 1 })
  expect(result).toMatchObject({ ...nothingFound, tried: 440, note: '0 told to wait' })
})
