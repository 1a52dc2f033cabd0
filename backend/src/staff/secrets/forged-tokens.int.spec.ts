import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { seed } from '@ultimate/events/seed.fixture.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { type Forgery, forgeries, type Workshop } from './forged-tokens.fixture.ts'

const howMany = 500

let app: Awaited<ReturnType<typeof testApp>>
let workshop: Workshop
let helper: string
beforeAll(async () => {
  app = await testApp()
  const { authorization = '' } = await app.signIn('td')
  const secret = app.platform.configuration.authSecret
  workshop = { token: authorization.replace('Bearer ', ''), secret, now: new Date() }
  const [row] = await app.sql<{ id: string }[]>`select id from users where username = 'helper'`
  helper = row?.id ?? ''
})
afterAll(() => app.close())

/** Calls that a TD could make, each of which would be noticed. */
const calls = () => [
  ['GET', '/api/auth/users', undefined] as const,
  ['POST', '/api/auth/create-temp-login', '{"username":"mallory","email":"m@example.org","role":"TD"}'] as const,
  ['DELETE', `/api/auth/users/${helper}`, undefined] as const,
  ['POST', '/api/audit/export', undefined] as const,
  ['GET', '/api/live?topics=users', undefined] as const,
  ['PUT', '/api/teams/00000000-0000-4000-8000-000000000000', '{"status":"confirmed"}'] as const,
  ['GET', '/api/registered-teams', undefined] as const,
]

/** Sends a call without fetch, which refuses to send some of the calls here. */
async function send([method, path, body]: ReturnType<typeof calls>[number], token: string) {
  const answered = Promise.withResolvers<{ status: number | undefined; code: unknown }>()
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const sent = request(`${app.origin}${path}`, { method, headers }, async (response) => {
    const answer = await text(response)
    answered.resolve({ status: response.statusCode, code: answer === '' ? null : JSON.parse(answer).code })
  })
  sent.on('error', answered.reject)
  sent.end(body)
  return answered.promise
}

const stored = async () => {
  const [row] = await app.sql<{ events: number; users: number; credentials: number }[]>`
    select (select count(*)::int from events where type <> 'AttemptRefused') as events, (select count(*)::int from users) as users,
      (select count(*)::int from credentials) as credentials`
  return row
}

it(`refuses ${howMany} forged tokens, each with its code, and does nothing but note a few (seed ${seed})`, async () => {
  const kinds = Object.keys(forgeries)
  const made = fc.sample(fc.nat({ max: 999 }), { seed, numRuns: howMany })
  const before = await stored()
  const wrong: object[] = []
  for (const [index, n] of made.entries()) {
    const kind = kinds[index % kinds.length] ?? ''
    const forgery = forgeries[kind]?.(workshop, n) as Forgery
    const call = calls()[n % calls().length] as ReturnType<typeof calls>[number]
    const answer = await send(call, forgery.token)
    if (answer.status !== 401 || answer.code !== forgery.code)
      wrong.push({ kind, n, call: call.slice(0, 2).join(' '), expected: forgery.code, ...answer })
  }
  expect(wrong).toEqual([])
  expect(await stored()).toEqual(before)
  // The first, the tenth and the hundredth, within each of at most two quarters of an hour.
  const noted = await app.sql`select 1 from events where type = 'AttemptRefused'`
  expect(noted.length).toBeLessThanOrEqual(6)
})

it('still answers the owner of the good one', async () => {
  expect(await send(['GET', '/api/auth/users', undefined], workshop.token)).toMatchObject({ status: 200 })
})

it('tries every kind of forgery on every kind of call', () => {
  expect(howMany / Object.keys(forgeries).length).toBeGreaterThan(calls().length)
})
