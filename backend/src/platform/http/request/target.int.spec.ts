import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDefaultFacts } from '../../edition.ts'
import { startApi, type TestApi } from '../api.fixture.ts'
import { createSite } from '../site/site.ts'

let api: TestApi
let dist: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'target-'))
  await mkdir(join(dist, 'shell/root'), { recursive: true })
  await writeFile(join(dist, 'shell/index.html'), '<html><head></head><body></body></html>')
  await writeFile(join(dist, 'shell/root/favicon.svg'), '<svg/>')
  api = await startApi({
    site: createSite({
      remotes: null,
      gatePassword: null,
      authSecret: 'secret',
      facts: readDefaultFacts('2025'),
      parts: [],
      dist,
    }),
  })
})
afterAll(async () => {
  await api.close()
  await rm(dist, { recursive: true })
})

/** Bytes as they are written here, and the answer to them; no client in between puts anything right. */
async function raw(head: string): Promise<{ status: number; body: string }> {
  const socket = createConnection(Number(new URL(api.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(Buffer.from(`${head}\r\n\r\n`, 'latin1'))
  const answer = await text(socket)
  return { status: Number(answer.slice(9, 12)), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}
const get = (target: string, ...headers: string[]) =>
  raw([`GET ${target} HTTP/1.1`, ...(headers.length ? headers : ['Host: a']), 'Connection: close'].join('\r\n'))

/** The form of every error: one sentence twice, a code, and nothing of what broke. */
function expectMalformed({ status, body }: { status: number; body: string }) {
  const sentence = 'The request could not be read.'
  expect([status, JSON.parse(body)]).toEqual([400, { code: 'MALFORMED', message: sentence, error: sentence }])
}

describe('The address of a file', () => {
  it.each(['//x.jpg', '//wp-login.php', '/%ff.js', '/%00.jpg', '/%.js', '/%E0%A4%A.css'])(
    'that cannot be one is malformed: %s',
    async (target) => expectMalformed(await get(target)),
  )

  it.each([
    '/x.jpg',
    '/wp-login.php',
    '/.env',
    '/..%2f..%2fpackage.json',
    '/a//b.js',
    `/${'a'.repeat(4_000)}.js`,
    '/parts/%252e.js',
  ])('that names nothing is not found: %.30s', async (target) => expect((await get(target)).status).toBe(404))

  it('still names the files that are there', async () => {
    expect(await get('/favicon.svg')).toEqual({ status: 200, body: '<svg/>' })
  })
})

describe('The target of a request', () => {
  it.each(['?limit=1', 'api/shelves', 'http://[', 'http://a:99999/', 'http://', 'javascript:1', '*', '#'])(
    'is malformed without a path: %s',
    async (target) => expectMalformed(await get(target)),
  )

  it.each(['/api/nothing', 'http://a/api/nothing', '//api/nothing'.slice(1)])('may be %s', async (target) => {
    const { status, body } = await get(target)
    expect([status, JSON.parse(body).code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('A Host', () => {
  const hosts = [
    'a b',
    '[',
    '[::1',
    'a:99999',
    'a:b',
    'a/b',
    'a?b',
    'a@b',
    'a,b',
    'a\\b',
    '%',
    'a%00',
    '<script>',
    '\xff\xfe',
  ]
  it.each(hosts)('that is none is malformed: %s', async (host) => {
    for (const target of ['/', '/api/shelves/1?limit=5', '/healthz'])
      expectMalformed(await get(target, `Host: ${host}`))
  })

  it('given twice, or not at all, is malformed', async () => {
    expectMalformed(await get('/api/nothing', 'Host: a', 'Host: b'))
    expectMalformed(await get('/api/nothing', 'hOST: a', 'Accept: */*', 'host: a'))
    expect((await get('/api/nothing', 'Accept: */*')).status).toBe(400)
  })

  it.each(['a', 'a.example:3000', '127.0.0.1:80', '[::1]:3000', 'my_host', 'xn--mnchen-3ya.de', ''])(
    'may be %j, and plays no part in the answer',
    async (host) => expect((await get('/api/nothing?x=1', `Host: ${host}`)).status).toBe(404),
  )
})

describe('What is no HTTP', () => {
  it.each(['hello', 'GET / HTTP/9.9', 'GET /\r\nHost', '\0\0\0\0', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x'])(
    'is answered as malformed: %j',
    async (head) => expectMalformed(await raw(head)),
  )

  it('nor are headers of more than 16 KB', async () => {
    expect((await get('/', 'Host: a', `X: ${'a'.repeat(17_000)}`)).status).toBe(431)
  })
})
