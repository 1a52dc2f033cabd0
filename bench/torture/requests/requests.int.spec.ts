import type {} from '@ultimate/event-store/fixtures/test-server.ts'
import { seed } from '@ultimate/events/seed.fixture.ts'
import { expect, inject, it } from 'vitest'
import { nothingFound } from '../attack.ts'
import { hostile } from './hostile.ts'
import { longTexts } from './long-texts.ts'
import { races } from './races.ts'
import { releases } from './releases.ts'
import { repeats } from './repeats.ts'

it('answers 200 hostile requests without a server error, a leak or a word out of form', async () => {
  const { tried, note, ...found } = await hostile.run({ databaseUrl: inject('databaseUrl'), count: 200, seed })
  expect(found, note).toEqual(nothingFound)
  expect(tried).toBe(200)
})

it('finds no text that costs more than four times what a plain one of its length does', async () => {
  const { tried, note, ...found } = await longTexts.run({ databaseUrl: inject('databaseUrl'), count: 400, seed })
  expect(found, `seed ${seed}: ${note}`).toEqual(nothingFound)
  expect(tried).toBeGreaterThanOrEqual(400)
})

it('lets one of several win', async () => {
  const { lost, doubled, wrong, serverErrors } = await races.run({
    databaseUrl: inject('databaseUrl'),
    count: 24,
    seed: 1,
  })
  expect({ lost, doubled, wrong, serverErrors }).toEqual({ lost: 0, doubled: 0, wrong: 0, serverErrors: 0 })
})

it('does once what is repeated', async () => {
  const { lost, doubled, wrong, serverErrors } = await repeats.run({
    databaseUrl: inject('databaseUrl'),
    count: 24,
    seed: 1,
  })
  expect({ lost, doubled, wrong, serverErrors }).toEqual({ lost: 0, doubled: 0, wrong: 0, serverErrors: 0 })
})

it('refuses every release that cannot be unpacked, and unpacks a broken one once', async () => {
  const { tried, note, ...found } = await releases.run({ databaseUrl: inject('databaseUrl'), count: 18, seed })
  expect(found, `seed ${seed}: ${note}`).toEqual(nothingFound)
  expect(tried).toBe(18)
})
