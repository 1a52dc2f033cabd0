import { connect } from '@ultimate/event-store/connect.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readError, startApi, type TestApi } from '../api.fixture.ts'
import { route } from '../http-route.ts'

const answers = { 200: z.unknown() }
const call = (path: `/api/${string}`) =>
  endpoint({ method: 'GET', path, summary: 'A call of this test', allow: 'everyone', answers })

describe('An answer', () => {
  let api: TestApi
  const nobodyThere = connect('postgres://127.0.0.1:1/none', { connect_timeout: 1 })
  beforeAll(async () => {
    api = await startApi({
      routes: [
        route(call('/api/broken'), async () => {
          throw new TypeError('the inside of the app')
        }),
        route(call('/api/unnamed'), async () => {
          throw new DomainError('NOBODY_KNOWS', 'the inside of the app')
        }),
        route(call('/api/away'), async () => ({ status: 200, body: await nobodyThere`select 1` })),
        route(call('/api/slow'), async () => {
          const [row] = await api.sql.begin(async (sql) => {
            await sql`set local statement_timeout = 10`
            return sql`select pg_sleep(60)`
          })
          return { status: 200, body: row }
        }),
        route(call('/api/hasty'), async () => {
          throw new DomainError('TOO_MANY_REQUESTS', 'Too many requests.', undefined, 41.2)
        }),
        route(call('/api/bytes'), async () => ({
          status: 200,
          body: Buffer.from('GIF89a') as unknown,
          headers: { 'content-type': 'image/gif' },
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
    expect(await readError(answer)).toEqual({ status: 500, code: 'INTERNAL' })
    expect(text).not.toContain('inside')
    expect(api.lines.some((line) => JSON.stringify(line).includes('the inside of the app'))).toBe(true)
  })

  it.each(['/api/away', '/api/slow'])('says when to come back while the database does not answer: %s', async (path) => {
    const answer = await api.fetch(path)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await readError(answer)).toEqual({ status: 503, code: 'UNAVAILABLE' })
  })

  it('says when to come back to a client that was too quick', async () => {
    const answer = await api.fetch('/api/hasty')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '42'])
  })

  it('may be something else than JSON', async () => {
    const answer = await api.fetch('/api/bytes')
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['image/gif', 'GIF89a'])
  })

  it('carries an id of our own beside the id that the caller gives', async () => {
    const readId = async (id?: string) =>
      (await api.fetch('/healthz', id ? { headers: { 'x-request-id': id } } : {})).headers.get('x-request-id')
    const ids = [await readId('abc-123'), await readId('abc-123'), await readId('<script>'), await readId()]
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(4)
  })

  it('leaves one line in the log, with the template of the path and the id that the caller gave', async () => {
    await api.fetch('/api/owners', { token: 'td', headers: { 'x-request-id': 'find-me' } })
    expect(api.lines.find((line) => line['clientRequestId'] === 'find-me')).toMatchObject({
      method: 'GET',
      route: '/api/owners',
      status: 200,
      userId: expect.any(String),
      ms: expect.any(Number),
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
    const readCacheControl = async (path: string, token?: string) =>
      (await api.fetch(path, token ? { token } : {})).headers.get('cache-control')
    expect(await readCacheControl('/api/owners', 'td')).toBe('no-store')
    expect(await readCacheControl('/api/bytes')).toBe('no-cache')
    expect(await readCacheControl('/api/bytes', 'td')).toBe('private, no-cache')
    expect(await readCacheControl('/api/nothing')).toBe('no-store')
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

describe('A page', () => {
  let api: TestApi
  afterEach(() => api.close())

  it('may load from our origin and from those the site names, and has nothing inline but what the page names', async () => {
    api = await startApi({
      siteUrl: 'https://ultimate.example',
      site: {
        release: () => 'shell=abc',
        sources: {
          scripts: ['https://dinner.example/part/'],
          styles: ['https://dinner.example/part/'],
          frames: ['https://maps.example'],
        },
        serve: async (context) => {
          context.body = `page ${context.path}`
          const extras = {
            styles: ["'sha256-AbC='"],
            scripts: ["'sha256-DeF='"],
            folders: ['https://hello.example/1.0.0/'],
          }
          return { extras, reply: null }
        },
      },
    })
    const page = await api.fetch('/tournament/info')
    expect(await page.text()).toBe('page /tournament/info')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(
      "script-src 'self' 'sha256-DeF=' https://dinner.example/part/ https://hello.example/1.0.0/;",
    )
    expect(policy).toContain(
      "style-src 'self' 'sha256-AbC=' https://dinner.example/part/ https://hello.example/1.0.0/;",
    )
    expect(policy).toContain("frame-src 'self' https://maps.example;")
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types default")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('permissions-policy')).toContain('camera=(self)')
    expect(page.headers.get('strict-transport-security')).toContain('max-age=')
    expect((await api.fetch('/', { method: 'POST' })).status).toBe(405)
    // A first visit loads a dozen of these files, and none of them is ever a document.
    const { headers } = await api.fetch('/parts/dinner/js/info.0123456789.js')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toContain('max-age=')
    for (const name of ['content-security-policy', 'permissions-policy']) expect(headers.get(name), name).toBeNull()
    expect((await api.fetch('/parts/dinner/assets/logo.svg')).headers.get('content-security-policy')).not.toBeNull()
  })

  it('that does not exist is a plain 404', async () => {
    api = await startApi()
    expect((await api.fetch('/nowhere')).status).toBe(404)
  })
})
