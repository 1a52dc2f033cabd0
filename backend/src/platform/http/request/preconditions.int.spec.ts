import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readError, startApi, type TestApi } from '../api.fixture.ts'
import { route } from '../http-route.ts'

let body = { seats: 1 }
const seats = endpoint({
  method: 'GET',
  path: '/api/seats',
  summary: 'Seats',
  allow: 'everyone',
  answers: { 200: z.strictObject({ seats: z.number() }) },
})

let api: TestApi
let shelf: string
beforeAll(async () => {
  const clock = endpoint({ ...seats, path: '/api/clock', summary: 'Seats, and when they were counted' })
  const counted = async () => ({ status: 200, body: { seats: performance.now() }, content: { seats: 1 } })
  api = await startApi({ routes: [route(seats, async () => ({ status: 200, body })), route(clock, counted)] })
  const built = await api.fetch('/api/shelves', { json: { name: 'versions' } })
  expect(built.headers.get('etag')).toBe('"v1"')
  shelf = ((await built.json()) as { id: string }).id
})
afterAll(() => api.close())

const read = (path: string, tag: string) => api.fetch(path, { headers: { 'if-none-match': tag } })
const put = (book: string, tag: string) =>
  api.fetch(`/api/shelves/${shelf}/books/${book}`, { method: 'PUT', token: 'td', headers: { 'if-match': tag } })

describe('A reader who has seen it before', () => {
  const tagNow = async () => (await api.fetch(`/api/shelves/${shelf}`)).headers.get('etag') ?? ''

  it.each(['TAG', 'W/TAG', '"other", TAG', '*'])('is told that nothing changed: %s', async (tags) => {
    const tag = await tagNow()
    expect(tag).toMatch(/^"v7\.[\w-]{27}"$/)
    const answer = await read(`/api/shelves/${shelf}`, tags.replace('TAG', tag))
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', tag])
  })

  it.each([
    ['its version', (tag: string) => tag.replace('v7', 'v6')],
    ['its content, without another version', (tag: string) => `"v7.${'0'.repeat(tag.length - 5)}"`],
  ])('gets it again when it has changed: %s', async (_, other) => {
    expect((await read(`/api/shelves/${shelf}`, other(await tagNow()))).status).toBe(200)
  })

  it('is recognised by the content where the body also holds what changes by itself', async () => {
    const tag = (await api.fetch('/api/clock')).headers.get('etag') ?? ''
    expect((await read('/api/clock', tag)).status).toBe(304)
  })

  it('is recognised by the bytes where there is no version', async () => {
    const tag = (await api.fetch('/api/seats')).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{27}"$/)
    expect((await read('/api/seats', tag)).status).toBe(304)
    body = { seats: 2 }
    const changed = await read('/api/seats', tag)
    expect([changed.status, await changed.json()]).toEqual([200, { seats: 2 }])
  })
})

describe('A long answer', () => {
  /** Sends requests without fetch, which unpacks automatically. */
  const packed = (path: string, headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(api.url + path, { headers }, resolve)
        .on('error', reject)
        .end()
    })

  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ])('is packed with %s for a client that says so', async (coding, accepted, unpack) => {
    const whole = await (await api.fetch('/api/openapi.json')).text()
    const answer = await packed('/api/openapi.json', { 'accept-encoding': accepted })
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      coding,
      'Authorization, Accept-Encoding',
    ])
    const bytes = await buffer(answer)
    expect(bytes.length).toBeLessThan(whole.length / 4)
    expect(unpack(bytes).toString()).toBe(whole)
  })

  it.each([
    ['the client does not say so', '/api/openapi.json', {}],
    ['it is short', '/api/seats', { 'accept-encoding': 'br' }],
    ['it is personal', '/api/owners', { 'accept-encoding': 'br', authorization: 'Bearer td' }],
  ])('is sent as it is where %s', async (_, path, headers) => {
    const answer = await packed(path, headers)
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
    answer.destroy()
  })
})

describe('A write that names the version it has seen', () => {
  it('is done while that holds, and refused with the present state once it does not', async () => {
    const done = await put('atlas', '"v1"')
    expect([done.status, done.headers.get('etag')]).toEqual([200, '"v2"'])
    const before = await api.countEvents()
    const stale = await put('bible', '"v1.content"')
    expect(stale.headers.get('etag')).toBe('"v2"')
    expect(await readError(stale)).toEqual({ status: 412, code: 'STALE', current: { id: shelf, books: ['atlas'] } })
    expect(await api.countEvents()).toBe(before)
  })

  it.each(['"v999"', '"something"', 'W/"v2"', 'v2'])('is refused where no version has that name: %s', async (tag) => {
    expect(await readError(await put('cookbook', tag))).toMatchObject({ status: 412, code: 'STALE' })
  })

  it('is done for any version when it says so', async () => {
    expect((await put('dictionary', '*')).status).toBe(200)
  })
})
