import type {} from '@ultimate/event-store/fixtures/test-server.ts'
import { expect, inject, it } from 'vitest'
import { nothingFound } from '../attack.ts'
import { mailFlood } from './mail-flood.ts'
import { registrations } from './registrations.ts'
import { signIns } from './sign-ins.ts'
import { venue } from './venue.ts'

it('sends a mailbox three mails at most, and repeats no word of the sender', async () => {
  const result = await mailFlood.run({ databaseUrl: inject('databaseUrl'), count: 40, seed: 1 })
  expect(result).toMatchObject({ tried: 40, leaked: 0, wrong: 0, serverErrors: 0, note: '3 mails to one mailbox' })
})

it('registers sixty teams for one network in ten minutes, however many it sends', async () => {
  const result = await registrations.run({ databaseUrl: inject('databaseUrl'), count: 250, seed: 1 })
  expect(result).toMatchObject({ ...nothingFound, tried: 250, note: '60 stored, 19 asked to wait' })
})

it('lets every known device in while more passwords are guessed than can be hashed', async () => {
  const result = await signIns.run({ databaseUrl: inject('databaseUrl'), count: 155, seed: 1 })
  expect(result).toMatchObject({ ...nothingFound, tried: 155 })
})

it('lets four hundred people sign up from the one address of their venue', async () => {
  const result = await venue.run({ databaseUrl: inject('databaseUrl'), count: 400, seed: 1 })
  expect(result).toMatchObject({ ...nothingFound, tried: 440, note: '0 asked to wait' })
})
