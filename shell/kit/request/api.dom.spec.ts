import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { User } from '@ultimate/events/platform/api.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn, signOut, useSessionStore } from '../state/session.ts'
import { ApiError, call, callForFile, IncompleteFile, NetworkError } from './api.ts'

const td: User = {
  id: '0197a5a0-0000-7000-8000-000000000001',
  username: 'td',
  full_name: 'Terry Drake',
  email: 'td@example.org',
  role: 'TD',
  is_verified: true,
}
const teamId = '0197a5a0-0000-7000-8000-000000000002'

interface Heard {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server
let origin: string
let heard: Heard[]
let answer: { status: number; body: string; headers?: Record<string, string> }

const lastHeard = () => heard.at(-1)

/** A page's addresses are relative to its origin, which in a browser is the server's. */
function fetchFromServer(): void {
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(new URL(path, origin), init))
}

beforeEach(async () => {
  heard = []
  answer = { status: 200, body: '{"teams":[]}' }
  server = createServer(async (request, response) => {
    heard.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) })
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fetchFromServer()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  signOut()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('what is sent', () => {
  it('goes to the path with its parameters, as JSON, with the options as headers', async () => {
    answer.body = '{"team":{}}'
    const options = { idempotencyKey: 'key-1', ifMatch: '"3"' }
    await call('PUT /api/teams/{id}', { params: { id: teamId }, body: { paid: true } }, options)
    expect(lastHeard()).toMatchObject({ method: 'PUT', url: `/api/teams/${teamId}`, body: '{"paid":true}' })
    expect(lastHeard()?.headers).toMatchObject({
      'content-type': 'application/json',
      prefer: 'handling=lenient',
      'idempotency-key': 'key-1',
      'if-match': '"3"',
    })
  })

  it('escapes parameters, so that none can lead to another path', async () => {
    await call('PUT /api/teams/{id}', { params: { id: '../users?x=1' }, body: { paid: true } })
    expect(lastHeard()?.url).toBe('/api/teams/..%2Fusers%3Fx%3D1')
  })

  it('leaves out what was not asked for in the query', async () => {
    answer.body = '{"events":[],"next":null}'
    await call('GET /api/audit', { query: { module: 'dinner', actor: undefined, limit: 10 } } as never)
    expect(lastHeard()?.url).toBe('/api/audit?module=dinner&limit=10')
  })

  it('carries the token of the signed-in user, and none of a visitor', async () => {
    await call('GET /api/registered-teams', {})
    expect(lastHeard()?.headers.authorization).toBeUndefined()
    signIn(td, 'a.b.c')
    await call('GET /api/registered-teams', {})
    expect(lastHeard()?.headers.authorization).toBe('Bearer a.b.c')
  })
})

describe('what comes back', () => {
  it('is the answer, or nothing where there is no body', async () => {
    await expect(call('GET /api/registered-teams', {})).resolves.toEqual({ teams: [] })
    answer = { status: 204, body: '' }
    await expect(call('POST /api/gate', { body: { password: 'turkey' } })).resolves.toBeUndefined()
  })

  it('is a file with the name that the server gave it', async () => {
    const disposition = 'attachment; filename="teams-2025-11-22.csv"'
    answer = { status: 200, body: '\u{FEFF}"#"', headers: { 'content-disposition': disposition } }
    const { name, content } = await callForFile('POST /api/registered-teams/export', {})
    expect(name).toBe('teams-2025-11-22.csv')
    expect([...new Uint8Array(await content.arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf, 0x22, 0x23, 0x22])
  })

  it('is an error where a file breaks off', async () => {
    answer = { status: 200, body: 'half of', headers: { 'content-length': '100' } }
    server.once('request', (_, response) => response.once('finish', () => response.socket?.destroy()))
    const asked = callForFile('POST /api/registered-teams/export', {})
    await expect(asked).rejects.toMatchObject({ name: 'IncompleteFile' })
  })

  it('is an error where a file was asked for and not given', async () => {
    answer = { status: 403, body: JSON.stringify({ code: 'FORBIDDEN', message: 'No.', error: 'No.' }) }
    const asked = callForFile('POST /api/registered-teams/export', {})
    await expect(asked).rejects.toMatchObject({ name: 'ApiError', code: 'FORBIDDEN' })
  })

  it('is an error with its code, its sentence and those of the fields', async () => {
    const message = 'Please fix the errors and submit again.'
    const body = { code: 'INVALID_FIELDS', message, error: message, fields: { status: 'Say what to change.' } }
    answer = { status: 422, body: JSON.stringify(body) }
    const error = await call('PUT /api/teams/{id}', { params: { id: teamId }, body: {} }).catch((cause) => cause)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, code: 'INVALID_FIELDS', message, fields: body.fields })
  })

  it('is an error as well when something in between answers in its own words', async () => {
    answer = { status: 502, body: '<h1>Bad Gateway</h1>' }
    const error = await call('GET /api/registered-teams', {}).catch((cause) => cause)
    expect(error).toMatchObject({ name: 'ApiError', status: 502, code: 'UNKNOWN', fields: {} })
  })

  it('says what the status line says where the body says nothing', async () => {
    answer = { status: 502, body: '<h1>nginx</h1>' }
    await expect(call('GET /api/registered-teams', {})).rejects.toMatchObject({ message: 'Bad Gateway' })
    answer = { status: 409, body: JSON.stringify({ error: 'Too late.' }) }
    await expect(call('GET /api/registered-teams', {})).rejects.toMatchObject({ message: 'Too late.' })
  })

  it('is a network error when no answer comes', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect(call('GET /api/registered-teams', {})).rejects.toBeInstanceOf(NetworkError)
  })

  it("is the signal's abort, and no network error, when the caller no longer wants it", async () => {
    const signal = AbortSignal.abort()
    await expect(call('GET /api/registered-teams', {}, { signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a 401 answer', () => {
  it.each(['INVALID_SIGNATURE', 'TOKEN_EXPIRED', 'USER_REMOVED'])('%s ends the session', async (code) => {
    signIn(td, 'a.b.c')
    answer = { status: 401, body: JSON.stringify({ code, message: 'Over.', error: 'Over.' }) }
    await expect(call('GET /api/registered-teams', {})).rejects.toMatchObject({ code })
    expect(useSessionStore.getState().isAuthenticated).toBe(false)
  })

  it.each(['INVALID_CREDENTIALS', 'GATE_CLOSED', 'WRONG_GATE_PASSWORD'])(
    '%s leaves the session alone',
    async (code) => {
      signIn(td, 'a.b.c')
      answer = { status: 401, body: JSON.stringify({ code, message: 'No.', error: 'No.' }) }
      await expect(call('GET /api/registered-teams', {})).rejects.toMatchObject({ code })
      expect(useSessionStore.getState().isAuthenticated).toBe(true)
    },
  )
})

describe('a request that gets no answer', () => {
  afterEach(() => void vi.useRealTimers())
  const signups = () => call('GET /api/dinner-signups', {}).catch((error: unknown) => error)
  /** Answers never, and ends as fetch does when it is given up. */
  const silent = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  it('is given up after eight seconds, also in the middle of an answer', async () => {
    vi.useFakeTimers()
    for (const fetchIt of [
      (_: string, { signal }: { signal: AbortSignal }) => silent(signal),
      (_: string, { signal }: { signal: AbortSignal }) =>
        Promise.resolve({ ok: true, status: 200, headers: new Headers(), json: () => silent(signal) }),
    ]) {
      vi.stubGlobal('fetch', fetchIt)
      let error: unknown
      const asked = signups().then((it) => {
        error = it
      })
      await vi.advanceTimersByTimeAsync(7_999)
      expect(error).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      await asked
      expect(error).toBeInstanceOf(NetworkError)
    }
  })

  it('has a minute where it brings a file, anew with each piece of it', async () => {
    vi.useFakeTimers()
    let file: ReadableStreamDefaultController<Uint8Array> | undefined
    vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          file = controller
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Response(body)
    })
    let error: unknown
    const asked = callForFile('POST /api/registered-teams/export', {}).catch((it: unknown) => {
      error = it
    })
    for (let piece = 0; piece < 5; piece++) {
      await vi.advanceTimersByTimeAsync(59_999)
      file?.enqueue(new Uint8Array([1]))
    }
    await vi.advanceTimersByTimeAsync(59_999)
    expect(error).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await asked
    expect(error).toBeInstanceOf(IncompleteFile)
  })

  it('is a network error where no answer to the call for a file comes at all', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => silent(signal))
    const asked = callForFile('POST /api/registered-teams/export', {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await asked).toBeInstanceOf(NetworkError)
  })
})
