import { once } from 'node:events'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { connect } from '../database/connect.ts'
import { createMetrics } from '../metrics.ts'
import { errorOf, startApi, type TestApi } from './api.fixture.ts'
import { probes, type Readiness } from './probes.ts'
import { route } from './route.ts'
import { databaseWrites, shared } from './write-probe.ts'

const answers = { 200: z.unknown() }
const probe = (path: `/api/${string}`) =>
  endpoint({ method: 'GET', path, summary: 'A call of this test', allow: 'everyone', answers })

describe('An answer', () => {
  let api: TestApi
  const nobodyThere = connect('postgres://127.0.0.1:1/none', { connect_timeout: 1 })
  beforeAll(async () => {
    api = await startApi({
      routes: [
        route(probe('/api/broken'), async () => {
          throw new TypeError('the inside of the app')
        }),
        route(probe('/api/unnamed'), async () => {
          throw new DomainError('NOBODY_KNOWS', 'the inside of the app')
        }),
        route(probe('/api/away'), async () => ({ status: 200, body: await nobodyThere`select 1` })),
        route(probe('/api/slow'), async () => {
          const [row] = await api.sql.begin(async (sql) => {
            await sql`set local statement_timeout = 10`
            return sql`select pg_sleep(60)`
          })
          return { status: 200, body: row }
        }),
        route(probe('/api/hasty'), async () => {
          throw new DomainError('TOO_MANY_REQUESTS', 'Too many requests.', undefined, 41.2)
        }),
        route(probe('/api/bytes'), async () => ({
          ...{ status: 200, body: Buffer.from('GIF89a') as unknown, headers: { 'content-type': 'image/gif' } },
        })),
      ],
    })
  })
  afterAll(async () => {
    await api.close()
    await nobodyThere.end()
  })

  it.each(['/api/broken', '/api/unnamed'])('tells nothing of what broke inside: %s', async (path) => {
    const answer = await api.fetch(path)
    const text = await answer.clone().text()
    expect(await errorOf(answer)).toEqual({ status: 500, code: 'INTERNAL' })
    expect(text).not.toContain('inside')
    expect(api.lines.some((line) => JSON.stringify(line).includes('the inside of the app'))).toBe(true)
  })

  it.each(['/api/away', '/api/slow'])('says when to come back while the database does not answer: %s', async (path) => {
    const answer = await api.fetch(path)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await errorOf(answer)).toEqual({ status: 503, code: 'UNAVAILABLE' })
  })

  it('says when to come back to somebody who was too quick', async () => {
    const answer = await api.fetch('/api/hasty')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '42'])
  })

  it('may be something else than JSON', async () => {
    const answer = await api.fetch('/api/bytes')
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['image/gif', 'GIF89a'])
  })

  it('carries an id of our own, whatever the caller calls its request', async () => {
    const idOf = async (id?: string) =>
      (await api.fetch('/healthz', id ? { headers: { 'x-request-id': id } } : {})).headers.get('x-request-id')
    const ids = [await idOf('abc-123'), await idOf('abc-123'), await idOf('<script>'), await idOf()]
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(4)
  })

  it('leaves one line in the log, with the template of the path and the id that the caller gave', async () => {
    await api.fetch('/api/owners', { token: 'td', headers: { 'x-request-id': 'find-me' } })
    expect(api.lines.find((line) => line['clientRequestId'] === 'find-me')).toMatchObject({
      ...{ method: 'GET', route: '/api/owners', status: 200, userId: expect.any(String), ms: expect.any(Number) },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('notes a strange id cleaned and cut, and a long path cut', async () => {
    const id = `<b>find me too</b>${'x'.repeat(1_000)}`
    await api.fetch(`/api/${'y'.repeat(1_000)}`, { headers: { 'x-request-id': id } })
    const line = api.lines.find(({ clientRequestId }) => String(clientRequestId).startsWith('bfindmetoob'))
    expect(String(line?.['clientRequestId'])).toMatch(/^bfindmetoobx{82}$/)
    expect(line?.['path']).toBe(`/api/${'y'.repeat(195)}`)
  })

  it('and the events behind it are correlated by our id, not by the one that the caller gave', async () => {
    const headers = { 'x-request-id': 'chain-1' }
    const answer = await api.fetch('/api/shelves', { json: { name: 'correlated' }, headers })
    const id = answer.headers.get('x-request-id')
    expect(await api.lastEvent()).toMatchObject({ correlation_id: id, causation_id: id })
  })

  it('keeps personal data out of every cache, and lets the rest be asked for again', async () => {
    const cacheOf = async (path: string, token?: string) =>
      (await api.fetch(path, token ? { token } : {})).headers.get('cache-control')
    expect(await cacheOf('/api/owners', 'td')).toBe('no-store')
    expect(await cacheOf('/api/bytes')).toBe('no-cache')
    expect(await cacheOf('/api/bytes', 'td')).toBe('private, no-cache')
    expect(await cacheOf('/api/nothing')).toBe('no-store')
  })

  it('to HEAD is the one to GET without its body', async () => {
    const [head, get] = await Promise.all([api.fetch('/api/bytes', { method: 'HEAD' }), api.fetch('/api/bytes')])
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
  })

  it('can neither run, nor be framed, nor be taken for something else', async () => {
    const { headers } = await api.fetch('/api/bytes')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('Operators', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ gatePassword: 'closed' })
  })
  afterAll(() => api.close())

  it('see that it lives and is ready, gate or no gate', async () => {
    expect((await api.fetch('/healthz')).status).toBe(200)
    expect((await api.fetch('/readyz')).status).toBe(200)
  })

  it('are asked by reading alone', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await api.fetch(path, { method })
        expect(answer.headers.get('allow')).toBe('GET, HEAD')
        expect(await errorOf(answer)).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED' })
      }
      expect((await api.fetch(path, { method: 'HEAD' })).status).toBe(path === '/metrics' ? 401 : 200)
    }
  })

  it('see everything that is missing while it is not ready', async () => {
    const missing = async (...readiness: Readiness[]) => {
      const parts = { registry: createMetrics().registry, isDraining: () => false, metrics: null, readiness }
      const answer = await probes(parts).get('/readyz')?.(() => undefined)
      return [answer?.status, JSON.parse(String(answer?.body)).missing]
    }
    const away = connect('postgres://127.0.0.1:1/none', { connect_timeout: 1 })
    const stale = async () => 'read models are being rebuilt'
    const broken = () => Promise.reject(new Error('the inside of the app'))
    expect(await missing(stale, databaseWrites(away), databaseWrites(away), async () => null)).toEqual([
      503,
      'read models are being rebuilt; the database does not answer',
    ])
    expect(await missing(broken)).toEqual([503, 'the database does not answer'])
    await away.end()
  })

  it.each([
    ['is full', "temp_file_limit = '64kB'", "the database's disk is full"],
    ['takes no writes', 'default_transaction_read_only = on', 'the database takes no writes'],
  ])('see that it is not ready on a disk that %s', async (_, setting, missing) => {
    const [named] = await api.sql<{ name: string }[]>`select current_database() as name`
    await api.owner.unsafe(`alter database ${named?.name} set ${setting}`)
    // The setting holds for new connections.
    const sql = connect(api.databaseUrl, { max: 1 })
    expect(await databaseWrites(sql)()).toBe(missing)
    await sql.end()
    await api.owner.unsafe(`alter database ${named?.name} reset all`)
    const again = connect(api.databaseUrl, { max: 1 })
    expect(await databaseWrites(again)()).toBeNull()
    await again.end()
  })

  it('do not load the database, however many ask at once', async () => {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<null>()
    let runs = 0
    const check = shared(() => {
      runs += 1
      entered.resolve()
      return release.promise
    }, 60_000)
    const first = [check(), check()]
    await entered.promise
    first.push(check())
    release.resolve(null)
    expect(await Promise.all([...first, check()])).toEqual([null, null, null, null])
    expect(runs).toBe(1)
  })

  it('see how much is being stored', async () => {
    const open = await startApi()
    for (const name of ['one', 'two']) await open.fetch('/api/shelves', { json: { name } })
    expect(await (await open.fetch('/metrics')).text()).toContain('events_appended_total 2')
    await open.close()
  })

  it('can measure it by route, once the gate is open for them', async () => {
    await api.fetch('/api/shelves/1')
    const outside = await api.fetch('/metrics')
    expect(await errorOf(outside)).toEqual({ status: 401, code: 'GATE_CLOSED' })
    const opened = await api.fetch('/api/gate', { json: { password: 'closed' } })
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const text = await (await api.fetch('/metrics', { headers: { cookie } })).text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/shelves/{id}",status="401"} 1')
    for (const name of ['events_appended_total', 'live_readers', 'nodejs_eventloop_lag_seconds', 'process_cpu'])
      expect(text).toContain(name)
  })

  it('find no measurements here where these have a port of their own', async () => {
    const other = await startApi({ metricsPort: 9464 })
    expect((await other.fetch('/metrics')).status).toBe(404)
    await other.close()
  })
})

describe('A page', () => {
  let api: TestApi
  afterEach(() => api.close())

  it('may load from our origin and from those the site names, and runs nothing inline', async () => {
    api = await startApi({
      siteUrl: 'https://ultimate.example',
      site: {
        sources: { scripts: ['https://dinner.example/part/'], frames: ['https://maps.example'] },
        serve: async (context) => {
          context.body = `page ${context.path}`
        },
      },
    })
    const page = await api.fetch('/tournament/info')
    expect(await page.text()).toBe('page /tournament/info')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self' https://dinner.example/part/;")
    expect(policy).toContain("frame-src 'self' https://maps.example;")
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types default")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('permissions-policy')).toContain('camera=(), ')
    expect(page.headers.get('strict-transport-security')).toContain('max-age=')
    expect((await api.fetch('/', { method: 'POST' })).status).toBe(405)
  })

  it('that nobody serves is a plain 404', async () => {
    api = await startApi()
    expect((await api.fetch('/nowhere')).status).toBe(404)
  })
})

describe('Closing', () => {
  const waitingRoute = () => {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const waiting = route(probe('/api/waiting'), async () => {
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
    expect(await errorOf(answer)).toEqual({ status: 503, code: 'UNAVAILABLE' })
    await closing
    release()
    await api.close()
  })
})
