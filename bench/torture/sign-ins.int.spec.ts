import { expect, inject, it } from 'vitest'
import type {} from '../../backend/src/platform/database/test-server.ts'
import { nothingFound } from './attack.ts'
import { signIns } from './sign-ins.ts'

it('lets every known device in while more passwords are guessed than can be hashed', { timeout: 240_000 }, async () => {
  const result = await signIns.run({ databaseUrl: inject('databaseUrl'), count: 155, seed: 1 })
  expect(result).toMatchObject({ ...nothingFound, tried: 155 })
})
