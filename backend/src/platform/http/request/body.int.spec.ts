import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { tdOnly } from '@ultimate/events/language/roles.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readError, startApi, type TestApi } from '../api.fixture.ts'
import { route } from '../http-route.ts'
import { formLimits } from '../middleware/read-input.ts'

const maxFile = 200_000
const hang = endpoint({
  method: 'POST',
  path: '/api/posters',
  summary: 'Hang a poster up',
  allow: tdOnly,
  body: z.strictObject({ title: z.string().max(40), poster: z.file().optional(), note: z.string().optional() }),
  form: { maxFile },
  answers: { 201: z.strictObject({ title: z.string(), bytes: z.number(), type: z.string() }) },
})

let api: TestApi
/** Handlers go on once this is settled. */
let nail = Promise.resolve()
let [inHand, maxInHand] = [0, 0]
beforeAll(async () => {
  const hanging = route(hang, async ({ body: { title, poster } }) => {
    maxInHand = Math.max(maxInHand, ++inHand)
    await nail
    inHand--
    return { status: 201, body: { title, bytes: (await poster?.bytes())?.length ?? -1, type: poster?.type ?? '' } }
  })
  api = await startApi({ routes: [hanging] })
})
afterAll(() => api.close())

const buildForm = (bytes: number, title = 'Zoë 🦃') => {
  const form = new FormData()
  form.set('title', title)
  form.set('poster', new File([new Uint8Array(bytes).fill(7)], 'poster.png', { type: 'image/png' }))
  return form
}
const send = (body: FormData | string, headers: Record<string, string> = {}) =>
  api.fetch('/api/posters', { method: 'POST', body, token: 'td', headers })
const multipart = { 'content-type': 'multipart/form-data; boundary=edge' }
const part = (disposition: string, content: string) =>
  `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const title = part('name="title"', 'Poster')
const file = (name = 'poster') => part(`name="${name}"; filename="a.png"`, 'PNG')

/** Returns the server's first answer to a request that `use` sends as it is, piece by piece. */
function raw(options: RequestOptions, use: (call: ReturnType<typeof request>) => void): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const call = request(`${api.url}/api/posters`, { method: 'POST', ...options }, resolve)
  call.on('error', reject)
  use(call)
  return promise
}

describe('A form', () => {
  it('arrives with its texts and its file', async () => {
    const answer = await send(buildForm(1000))
    expect([answer.status, await answer.json()]).toEqual([201, { title: 'Zoë 🦃', bytes: 1000, type: 'image/png' }])
  })

  it('may carry as large a file as the call declares, and not a byte more', async () => {
    expect((await send(buildForm(maxFile))).status).toBe(201)
    expect(await readError(await send(buildForm(maxFile + 1)))).toEqual({ status: 413, code: 'TOO_LARGE' })
  })

  it('has no file where nothing was chosen', async () => {
    const answer = await send(`${title}${part('name="poster"; filename=""', '')}--edge--\r\n`, multipart)
    expect(await answer.json()).toMatchObject({ bytes: -1 })
  })

  it.each([
    ['no boundary', title, { 'content-type': 'multipart/form-data' }, 400],
    ['no end', `${title}${file()}`, multipart, 400],
    ['an end in the middle of its file', `${title}${file().slice(0, -4)}`, multipart, 400],
    ['an end in the middle of a header', `${title}--edge\r\nContent-Dispo`, multipart, 400],
    ['nothing in it', '', multipart, 400],
    ['a part without a name', `${part('filename="a.png"', 'PNG')}--edge--\r\n`, multipart, 400],
    ['a field twice', `${title}${title}--edge--\r\n`, multipart, 400],
    ['a text and a file of one name', `${title}${file('title')}--edge--\r\n`, multipart, 400],
    ['two files', `${title}${file()}${file('note')}--edge--\r\n`, multipart, 400],
    [
      'a crowd of fields',
      `${Array.from({ length: 20 }, (_, n) => part(`name="f${n}"`, '')).join('')}--edge--\r\n`,
      multipart,
      400,
    ],
    ['a text without end', `${part('name="title"', 'x'.repeat(9000))}--edge--\r\n`, multipart, 413],
    ['another boundary', `${title}--edge--\r\n`, { 'content-type': 'multipart/form-data; boundary=other' }, 400],
    ['compressed contents', `${title}--edge--\r\n`, { ...multipart, 'content-encoding': 'gzip' }, 415],
    ['JSON instead', '{"title":"Poster"}', { 'content-type': 'application/json' }, 415],
    ['a simple form instead', 'title=Poster', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a related kind', `${title}--edge--\r\n`, { 'content-type': 'multipart/form-data-like; boundary=edge' }, 415],
  ])('is refused with %s', async (_, body, headers, status) => {
    const codes: Readonly<Record<number, string>> = {
      400: 'MALFORMED',
      413: 'TOO_LARGE',
      415: 'UNSUPPORTED_MEDIA_TYPE',
    }
    expect(await readError(await send(body, headers))).toEqual({ status, code: codes[status] })
    expect((await send(buildForm(10))).status).toBe(201)
  })

  it.each([
    ['unknown', `${title}${part('name="colour"', 'red')}--edge--\r\n`, { colour: 'Unknown field.' }],
    ['a file under the wrong name', `${title}${file('picture')}--edge--\r\n`, { picture: 'Unknown field.' }],
    ['a prototype', `${title}${part('name="__proto__"', '{}')}--edge--\r\n`, { ['__proto__']: 'Unknown field.' }],
    ['missing', '--edge--\r\n', { title: 'This is required.' }],
    ['too long', `${part('name="title"', 'x'.repeat(41))}--edge--\r\n`, { title: 'Please use at most 40 characters.' }],
  ])('names a field that is %s', async (_, body, fields) => {
    expect(await readError(await send(body, multipart))).toEqual({ status: 422, code: 'INVALID_FIELDS', fields })
  })

  it('is known again by what is in it, with any boundary and name of its file', async () => {
    const key = { 'idempotency-key': 'poster' }
    const first = await send(buildForm(500), key)
    const again = buildForm(500)
    again.set('poster', new File([new Uint8Array(500).fill(7)], 'other.jpg', { type: 'image/jpeg' }))
    const repeated = await send(again, key)
    expect(repeated.headers.get('idempotency-replayed')).toBe('true')
    expect(await repeated.json()).toEqual(await first.json())
    for (const other of [buildForm(501), buildForm(500, 'Another')])
      expect(await readError(await send(other, key))).toEqual({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('is taken only by calls that ask for one', async () => {
    const answer = await api.fetch('/api/shelves', { method: 'POST', body: buildForm(10) })
    expect(await readError(answer)).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })
})

describe('The bytes of a form', () => {
  const headers = { ...multipart, authorization: 'Bearer td' }

  it.each([
    ['a visitor', { ...multipart }, 401],
    ['a user who may not send it', { ...multipart, authorization: 'Bearer helper' }, 403],
    ['a form that says it is too large', { ...headers, 'content-length': String(maxFile * 2) }, 413],
    ['a form of another kind', { ...headers, 'content-type': 'image/png' }, 415],
  ])('are not even asked for from %s', async (_, sent, status) => {
    let asked = false
    const answer = await raw({ headers: { 'content-length': '1000', ...sent, expect: '100-continue' } }, (call) => {
      call.on('continue', () => {
        asked = true
      })
      call.flushHeaders()
    })
    expect({ status: answer.statusCode, asked }).toEqual({ status, asked: false })
    answer.destroy()
  })

  it('are counted where no length was declared, and the connection goes on', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const options = { agent, headers }
    const answer = await raw(options, (call) => {
      call.write(`${title}--edge\r\nContent-Disposition: form-data; name="poster"; filename="a"\r\n\r\n`)
      for (let sent = 0; sent < 3 * maxFile; sent += 50_000) call.write(Buffer.alloc(50_000))
      call.end('\r\n--edge--\r\n')
    })
    expect(answer.statusCode).toBe(413)
    await text(answer)
    let isSameSocket = false
    const next = await raw(options, (call) => {
      call.end(`${title}--edge--\r\n`)
      call.on('socket', () => {
        isSameSocket = call.reusedSocket
      })
    })
    expect({ status: next.statusCode, isSameSocket }).toEqual({ status: 201, isSameSocket: true })
    await text(next)
    agent.destroy()
  })

  it('of senders who went away hold up no others', async () => {
    const gone = Array.from({ length: 2 * formLimits.atOnce }, () => {
      const answer = raw({ headers: { ...headers, expect: '100-continue' } }, (call) => {
        call.flushHeaders()
        call.on('continue', () => call.write(title, () => call.destroy()))
      })
      return expect(answer).rejects.toThrow()
    })
    await Promise.all(gone)
    expect((await send(buildForm(10))).status).toBe(201)
  })

  it('are held of a few at once; the others wait, and a crowd is asked to come back', async () => {
    const held = Promise.withResolvers<void>()
    nail = held.promise
    maxInHand = 0
    const { atOnce, waiting } = formLimits
    const answers: Response[] = []
    const crowd = Array.from({ length: atOnce + waiting + 3 }, () => send(buildForm(10)).then((it) => answers.push(it)))
    await vi.waitFor(() => expect(answers).toHaveLength(3), { timeout: 30_000, interval: 20 })
    await vi.waitFor(() => expect(inHand).toBe(atOnce), { timeout: 30_000, interval: 20 })
    for (const rejected of answers) {
      expect(rejected.headers.get('retry-after')).toBe('10')
      expect(await readError(rejected)).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
    }
    held.resolve()
    await Promise.all(crowd)
    expect(answers.slice(3).every(({ status }) => status === 201)).toBe(true)
    expect(maxInHand).toBe(atOnce)
  })
})
