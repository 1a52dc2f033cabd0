import { once } from 'node:events'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readError, startApi, type TestApi } from './api.fixture.ts'
import { route } from './http-route.ts'

const answers = { 200: z.unknown() }
const call = (path: `/api/${string}`) =>
  endpoint({ method: 'GET', path, summary: 'A call of this test', allow: 'everyone', answers })

describe('Closing', () => {
  const waitingRoute = () => {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const waiting = route(call('/api/waiting'), async () => {
      entered.resolve()
      await release.promise
      return { status: 200, body: { done: true } }
    })
    return { entered: entered.promise, release: release.resolve, waiting }
  }
  const portOf = (api: TestApi) => Number(new URL(api.url).port)
  const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: here\r\n${headers}\r\n`
  const refused = (api: TestApi) =>
    vi.waitFor(() => expect(api.fetch('/healthz')).rejects.toThrow(), { timeout: 20_000, interval: 5 })

  it('does not wait for connections on which nothing was ever asked', async () => {
    const api = await startApi({ graceMs: 3_600_000 })
    const opened = createConnection(portOf(api), '127.0.0.1')
    await once(opened, 'connect')
    await api.fetch('/healthz')
    const ended = once(opened, 'close')
    await api.stop()
    await ended
    await api.close()
  })

  it('lets a running request end, and then takes no new ones', async () => {
    const { entered, release, waiting } = waitingRoute()
    const api = await startApi({ routes: [waiting] })
    const running = api.fetch('/api/waiting')
    await entered
    const closing = api.stop()
    await refused(api)
    release()
    const answer = await running
    expect([answer.headers.get('connection'), await answer.json()]).toEqual(['close', { done: true }])
    await closing
    await api.close()
  })

  it('first says that it is closing, and answers everything meanwhile', async () => {
    const drained = Promise.withResolvers<void>()
    const api = await startApi({ drain: () => drained.promise })
    expect((await api.fetch('/readyz')).headers.get('connection')).toBe('keep-alive')
    const closing = api.stop()
    const ready = await api.fetch('/readyz')
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', missing: 'closing' }])
    const stored = await api.fetch('/api/shelves', { json: { name: 'at the last moment' } })
    expect([stored.status, stored.headers.get('connection')]).toEqual([201, 'close'])
    drained.resolve()
    await closing
    await refused(api)
    await api.close()
  })

  it('answers what was sent before the port closed: on a connection kept open, and without waiting for answers', async () => {
    const { entered, release, waiting } = waitingRoute()
    const api = await startApi({ routes: [waiting], graceMs: 3_600_000 })
    const kept = createConnection(portOf(api), '127.0.0.1')
    const ahead = createConnection(portOf(api), '127.0.0.1')
    kept.write(get('/healthz'))
    await once(kept, 'data')
    ahead.write(get('/api/waiting') + get('/healthz') + get('/api/shelves/1'))
    await entered
    const closing = api.stop()
    kept.write(get('/api/waiting'))
    const [answers, late] = [text(ahead), text(kept)]
    await refused(api)
    release()
    expect((await answers).match(/HTTP\/1.1 \d+|^connection: \S+/gim)).toEqual([
      ...['HTTP/1.1 200', 'Connection: keep-alive', 'HTTP/1.1 200', 'Connection: keep-alive'],
      ...['HTTP/1.1 404', 'Connection: close'],
    ])
    expect(await late).toMatch(/^HTTP\/1.1 200 OK[\s\S]*{"done":true}$/)
    await closing
    await api.close()
  })

  it('refuses what cannot be answered in time, instead of cutting it off', async () => {
    const { entered, release, waiting } = waitingRoute()
    const api = await startApi({ routes: [waiting], graceMs: 1 })
    const running = api.fetch('/api/waiting')
    await entered
    const closing = api.stop()
    const answer = await running
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await readError(answer)).toEqual({ status: 503, code: 'UNAVAILABLE' })
    await closing
    release()
    await api.close()
  })
})
