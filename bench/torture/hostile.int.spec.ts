import { seed } from '@ultimate/events/seed.fixture.ts'
import { expect, inject, it } from 'vitest'
import { nothingFound } from './attack.ts'
import { hostile } from './hostile.ts'

it('answers 2,000 hostile requests without a server error, a leak or a word out of form', async () => {
  const { tried, note, ...found } = await hostile.run({ databaseUrl: inject('databaseUrl'), count: 2_000, seed })
  expect(found, note).toEqual(nothingFound)
  expect(tried).toBe(2_000)
})
