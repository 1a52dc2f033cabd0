import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readError, startApi, type TestApi, td } from '../api.fixture.ts'

let api: TestApi
let shelf: string
beforeAll(async () => {
  api = await startApi()
  const built = await api.fetch('/api/shelves', { json: { name: 'first' } })
  shelf = ((await built.json()) as { id: string }).id
})
afterAll(() => api.close())

let count = 0
/** The error of a request that stored nothing, and after which the next good one works. */
async function refusedWithoutTrace(send: () => Promise<Response>) {
  const before = await api.countEvents()
  const error = await readError(await send())
  expect(await api.countEvents()).toBe(before)
  const good = await api.fetch('/api/shelves', { json: { name: `good ${count++}` } })
  expect(good.status).toBe(201)
  return error
}
const build = (json: unknown) => () => api.fetch('/api/shelves', { json })
const post =
  (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  () =>
    api.fetch('/api/shelves', { method: 'POST', body, headers: { 'content-type': type } })
const invalid = (fields: Record<string, string>) => ({ status: 422, code: 'INVALID_FIELDS', fields })
const malformed = { status: 400, code: 'MALFORMED' }
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const unshowable = 'Please remove the characters that cannot be shown.'

describe('A field that breaks its rule', () => {
  it.each([
    ['missing', {}, { name: 'A shelf needs a name.' }],
    ['missing deep inside', { name: 'a', labels: [{}] }, { 'labels.0.text': 'A label says something.' }],
    ['empty', { name: '' }, { name: 'A shelf needs a name.' }],
    ['blank', { name: ' \t\u00a0' }, { name: 'A shelf needs a name.' }],
    ['too long', { name: 'x'.repeat(41) }, { name: 'Please use at most 40 characters.' }],
    ['null', { name: null }, { name: 'A shelf needs a name.' }],
    ['a number', { name: 7 }, { name: 'This must be text.' }],
    ['a list', { name: ['a'] }, { name: 'This must be text.' }],
    ['an object', { name: { toString: 'a' } }, { name: 'This must be text.' }],
    ['with NUL', { name: 'a\u0000b' }, { name: unshowable }],
    ['half of a character', { name: 'a\ud800' }, { name: unshowable }],
    ['not one of a few', { name: 'a', material: 'steel' }, { material: 'Please choose one of: oak, pine.' }],
    ['too large a number', { name: 'a', boards: 10 }, { boards: 'Please use at most 9.' }],
    ['too small a number', { name: 'a', boards: 0 }, { boards: 'Please use at least 1.' }],
    ['a broken number', { name: 'a', boards: 1.5 }, { boards: 'This must be a whole number.' }],
    ['a number in quotes', { name: 'a', boards: '1' }, { boards: 'This must be a number.' }],
    ['deep inside', { name: 'a', labels: [{ text: '' }] }, { 'labels.0.text': 'A label says something.' }],
    ['too many', { name: 'a', labels: Array(4).fill({ text: 'x' }) }, { labels: 'Please use at most 3 entries.' }],
    ['unknown', { name: 'a', colour: 'red' }, { colour: 'Unknown field.' }],
    ['unknown and deep', { name: 'a', labels: [{ text: 'x', y: 1 }] }, { 'labels.0.y': 'Unknown field.' }],
    ['two at once', { name: '', boards: 99 }, { name: 'A shelf needs a name.', boards: 'Please use at most 9.' }],
  ])('is named with a sentence when it is %s', async (_, json, fields) => {
    expect(await refusedWithoutTrace(build(json))).toEqual(invalid(fields))
  })

  it.each([
    ['emoji', '🦃🏆 Gobblers 👨‍👩‍👧‍👦'],
    ['right-to-left text', 'קבוצה עברית'],
    ['HTML', '<script>alert(1)</script>'],
    ['quotes and SQL', `'; drop table events; --`],
    ['combining characters', 'Zoe\u0308'],
  ])('is welcome with %s', async (_, name) => {
    expect((await api.fetch('/api/shelves', { json: { name } })).status).toBe(201)
  })
})

describe('A field that is unknown, in a request that prefers to be read leniently,', () => {
  const send = (json: unknown, prefer = 'respond-async, handling=lenient') =>
    api.fetch('/api/shelves', { json, headers: { prefer } })

  it('is left out, at any depth, and the answer says so', async () => {
    const answer = await send({ name: 'newer', colour: 'red', labels: [{ text: 'x', y: 1 }] })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, 'handling=lenient'])
    expect((await send({ name: 'as ever' })).headers.has('preference-applied')).toBe(false)
  })

  it('does not make up for one that is wrong, and is refused in any other request', async () => {
    const wrong = () => send({ name: '', colour: 'red' })
    expect(await refusedWithoutTrace(wrong)).toEqual(invalid({ name: 'A shelf needs a name.' }))
    const strict = () => send({ name: 'a', colour: 'red' }, 'handling=strict')
    expect(await refusedWithoutTrace(strict)).toEqual(invalid({ colour: 'Unknown field.' }))
  })
})

describe('A body that cannot be read', () => {
  it.each([
    ['broken JSON', post('{"name": '), malformed],
    ['JSON with a comment', post('{"name": "a" /* no */}'), malformed],
    ['bytes that are not UTF-8', post(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), malformed],
    ['nothing at all', () => api.fetch('/api/shelves', { method: 'POST' }), malformed],
    ['a form', post('name=a', 'application/x-www-form-urlencoded'), { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }],
    [
      'another charset',
      post('{}', 'application/json; charset=latin1'),
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    ['a list', post('[]'), invalid({ body: 'This must be an object with fields.' })],
    ['a text', post('"name"'), invalid({ body: 'This must be an object with fields.' })],
    ['null', post('null'), invalid({ body: 'This must be an object with fields.' })],
    ['deep JSON', post(deep(40_000)), malformed],
    ['deep JSON in a field', post(`{"name": ${deep(40_000)}}`), malformed],
    ['a list in a field', post('{"name": [[[]]]}'), invalid({ name: 'This must be text.' })],
    ['very many values', post(`{"name": [${'0,'.repeat(20_000)}0]}`), { status: 413, code: 'TOO_LARGE' }],
    ['101 KB', post(JSON.stringify({ name: 'x'.repeat(101 * 1024) })), { status: 413, code: 'TOO_LARGE' }],
  ])('is refused: %s', async (_, send, error) => {
    expect(await refusedWithoutTrace(send)).toEqual(error)
  })

  it('is refused when it is compressed, which no call expects', async () => {
    const send = () => api.fetch('/api/shelves', { json: { name: 'a' }, headers: { 'content-encoding': 'gzip' } })
    expect(await refusedWithoutTrace(send)).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  it('cannot reach the prototype of anything', async () => {
    const send = post('{"name": "a", "__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}')
    const { fields } = await refusedWithoutTrace(send)
    expect(Object.entries(fields ?? {})).toEqual([
      ['__proto__', 'Unknown field.'],
      ['constructor', 'Unknown field.'],
    ])
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  })

  it('counts the last of doubled keys', async () => {
    expect((await post('{"name": "", "name": "doubled"}')()).status).toBe(201)
  })

  it('is not sent along with a call that takes none', async () => {
    const put = (json: unknown) => api.fetch(`/api/shelves/${shelf}/books/a`, { method: 'PUT', json, token: 'td' })
    expect(await readError(await put({ pages: 3 }))).toEqual(invalid({ pages: 'Unknown field.' }))
    expect((await put({})).status).toBe(200)
  })
})

describe('An address', () => {
  it.each([
    ['an id that cannot exist', '/api/shelves/7', { status: 404, code: 'NO_SHELF' }],
    ['an id that is no text', '/api/shelves/%E0%A4%A', { status: 404, code: 'NO_SHELF' }],
    ['an empty id', '/api/shelves/', { status: 404, code: 'NOT_FOUND' }],
    ['one segment too many', '/api/shelves/1/2', { status: 404, code: 'NOT_FOUND' }],
    ['a way out', '/api/..%2f..%2fetc/passwd', { status: 404, code: 'NOT_FOUND' }],
    ['nothing there', '/api/nothing', { status: 404, code: 'NOT_FOUND' }],
    ['the root', '/api', { status: 404, code: 'NOT_FOUND' }],
  ])('is not found: %s', async (_, path, error) => {
    expect(await readError(await api.fetch(path))).toEqual(error)
  })

  it.each([
    ['not a number', 'limit=many', { limit: 'This must be a number.' }],
    ['out of range', 'limit=51', { limit: 'Please use at most 50.' }],
    ['unknown', 'colour=red', { colour: 'Unknown field.' }],
    ['a prototype', '__proto__=1', { ['__proto__']: 'Unknown field.' }],
  ])('has a query that is %s', async (_, query, fields) => {
    expect(await readError(await api.fetch(`/api/shelves/${shelf}?${query}`))).toEqual(invalid(fields))
  })

  it.each(['POST', 'PUT', 'PATCH', 'PROPFIND'])('takes no %s where none is declared', async (method) => {
    const answer = await api.fetch(`/api/owners`, { method, token: 'td' })
    expect(await readError(answer)).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED' })
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('tells what it takes when asked', async () => {
    const answer = await api.fetch(`/api/shelves/${shelf}`, { method: 'OPTIONS' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, DELETE, OPTIONS'])
  })
})

describe('A large body', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  afterAll(() => agent.destroy())

  function send(path: string, headers: Record<string, string>, body: Buffer | string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(api.url + path, { method: 'POST', agent, headers }, resolve)
      sent.on('error', reject)
      sent.end(body)
    })
  }
  const json = { 'content-type': 'application/json' }
  const large = Buffer.alloc(11 * 1024 * 1024, 'x')

  it.each([
    ['says so in its length', { ...json, 'content-length': String(large.length) }],
    ['comes in chunks', { ...json, 'transfer-encoding': 'chunked' }],
  ])('of 11 MB that %s is refused, and its connection serves the next request', async (_, headers) => {
    const refused = await send('/api/shelves', headers, large)
    expect([refused.statusCode, JSON.parse(await text(refused)).code]).toEqual([413, 'TOO_LARGE'])
    const good = await send('/api/shelves', json, JSON.stringify({ name: `after 11 MB ${count++}` }))
    expect(good.statusCode).toBe(201)
    await text(good)
    expect(good.socket).toBe(refused.socket)
  })

  it('is refused as soon as it has grown too long, without waiting for its end', async () => {
    const headers = { ...json, 'transfer-encoding': 'chunked' }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const growing = request(`${api.url}/api/shelves`, { method: 'POST', headers }, resolve)
      growing.on('error', reject)
      growing.write(large.subarray(0, 101 * 1024))
    })
    expect(answer.statusCode).toBe(413)
    answer.destroy()
  })

  it('that is small is asked for, where the client waits for that', async () => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { ...json, expect: '100-continue', 'transfer-encoding': 'chunked' }
      const asked = request(`${api.url}/api/shelves`, { method: 'POST', headers }, resolve)
      asked.on('continue', () => asked.end(JSON.stringify({ name: 'asked for' })))
      asked.on('error', reject)
      asked.flushHeaders()
    })
    expect(answer.statusCode).toBe(201)
    answer.destroy()
  })

  it('is not even sent by a client that asks first', async () => {
    let continued = false
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { ...json, 'content-length': String(large.length), expect: '100-continue' }
      const asked = request(`${api.url}/api/shelves`, { method: 'POST', headers }, resolve)
      asked.on('continue', () => {
        continued = true
      })
      asked.on('error', reject)
      asked.flushHeaders()
    })
    expect([answer.statusCode, continued]).toEqual([413, false])
    answer.destroy()
  })
})

describe('A caller', () => {
  it.each([
    ['without a token', {}, { status: 401, code: 'NO_TOKEN' }],
    ['with another scheme', { headers: { authorization: 'Basic dGQ6dGQ=' } }, { status: 401, code: 'NO_TOKEN' }],
    ['with a forged token', { token: 'forged' }, { status: 401, code: 'INVALID_SIGNATURE' }],
    ['whose role does not suffice', { token: 'helper' }, { status: 403, code: 'FORBIDDEN' }],
  ])('%s changes nothing', async (_, who, error) => {
    const send = () => api.fetch(`/api/shelves/${shelf}`, { method: 'DELETE', ...who })
    expect(await refusedWithoutTrace(send)).toEqual(error)
  })

  it('with a bad token is told so on public calls too', async () => {
    const answer = await api.fetch(`/api/shelves/${shelf}`, { token: 'old' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await readError(answer)).toEqual({ status: 401, code: 'INVALID_SIGNATURE' })
  })

  it('is named in what they did', async () => {
    expect((await api.fetch(`/api/shelves/${shelf}/books/atlas`, { method: 'PUT', token: 'td' })).status).toBe(200)
    expect(await api.lastEvent()).toMatchObject({
      actor_kind: 'staff',
      actor_id: td.id,
      actor_name: 'Thea',
      actor_role: 'TD',
    })
  })
})
