import type {} from '@ultimate/event-store/fixtures/test-server.ts'
import { seed } from '@ultimate/events/seed.fixture.ts'
import { expect, inject, it } from 'vitest'
import { nothingFound } from '../attack.ts'
import { killedNotices } from './killed-notices.ts'
import { kills } from './kills.ts'
import { resets } from './resets.ts'
import { slowMail } from './slow-mail.ts'
import { stops } from './stops.ts'

it('stays whole over a kill', async () => {
  const { lost, doubled, wrong, serverErrors } = await kills.run({
    databaseUrl: inject('databaseUrl'),
    count: 1,
    seed,
  })
  expect({ lost, doubled, wrong, serverErrors }, `seed ${seed}`).toEqual({
    lost: 0,
    doubled: 0,
    wrong: 0,
    serverErrors: 0,
  })
})

it('resets of the database connections give no wrong answer, and nothing hangs', async () => {
  const result = await resets.run({ databaseUrl: inject('databaseUrl'), count: 8, seed })
  expect(result, `seed ${seed}`).toMatchObject({ tried: 8, ...nothingFound })
})

it('A mail server that never answers silences no reader', async () => {
  const found = await slowMail.run({ databaseUrl: inject('databaseUrl'), count: 20, seed: 1 })
  expect(found).toMatchObject({ tried: 20, lost: 0, wrong: 0, serverErrors: 0 })
})

it('stops under load without a reset', async () => {
  const { lost, doubled, wrong, serverErrors } = await stops.run({
    databaseUrl: inject('databaseUrl'),
    count: 1,
    seed,
  })
  expect({ lost, doubled, wrong, serverErrors }, `seed ${seed}`).toEqual({
    lost: 0,
    doubled: 0,
    wrong: 0,
    serverErrors: 0,
  })
})

it('mails a notice once whose backend was killed before the email had left', async () => {
  const found = await killedNotices.run({ databaseUrl: inject('databaseUrl'), count: 1, seed: 1 })
  expect(found).toEqual({ ...nothingFound, tried: 1 })
})
