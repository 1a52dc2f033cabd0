import { expect, inject, it } from 'vitest'
import { nothingFound } from './attack.ts'
import { longTexts } from './long-texts.ts'

it('finds no text that costs more than three times what a plain one of its length does', async () => {
  const { tried, note, ...found } = await longTexts.run({ databaseUrl: inject('databaseUrl'), count: 0, seed: 0 })
  expect(found, note).toEqual(nothingFound)
  expect(tried).toBeGreaterThan(4_000)
})
