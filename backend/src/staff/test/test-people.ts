import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { User } from '@ultimate/events/staff/api.ts'
import { vi } from 'vitest'

/** The parts of a served app that tests of its staff use. */
interface TestApp {
  readonly origin: string
  readonly outbox: string
}

export interface Answered {
  readonly status: number
  readonly body: Record<string, unknown> & { code?: string; message?: string; fields?: Record<string, string> }
}

export interface Sending {
  readonly body?: unknown
  readonly token?: string
  readonly key?: string
}

/** Calls of the API as a browser makes them, and the mails that came of them. */
export function people({ origin, outbox }: TestApp) {
  async function send(method: string, path: string, { body, token, key }: Sending = {}): Promise<Answered> {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : {} }
  }
  const login = (username: string, password: string) =>
    send('POST', '/api/auth/login', { body: { username, password } })
  const mailsTo = async (address: string): Promise<string[]> => {
    // One that is still being written has another ending.
    const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
    const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
    return mails.filter((mail) => mail.includes(`To: ${address}`))
  }
  const passwordMailedTo = (address: string): Promise<string> =>
    vi.waitFor(
      async () => {
        const password = /^ {2}Password {3}(\S+)/m.exec((await mailsTo(address))[0] ?? '')?.[1]
        if (!password) throw new Error(`no password has been mailed to ${address} yet`)
        return password
      },
      { timeout: 20_000, interval: 20 },
    )
  return {
    send,
    login,
    mailsTo,
    passwordMailedTo,
    readToken: async (username: string, password: string) => String((await login(username, password)).body['token']),
    users: async (token: string) => (await send('GET', '/api/auth/users', { token })).body['users'] as User[],
    /** Follows the live stream until it reports why it ends. */
    signedOut: async (token: string) => {
      const response = await fetch(`${origin}/api/live?topics=teams`, { headers: { authorization: `Bearer ${token}` } })
      const chunks = (response.body ?? new ReadableStream())
        .pipeThrough(new TextDecoderStream())
        [Symbol.asyncIterator]()
      let text = ''
      const until = async (sign: RegExp): Promise<string> => {
        for (;;) {
          const found = sign.exec(text)
          if (found) return found[1] ?? found[0]
          const { done, value } = await chunks.next()
          if (done) return 'the stream ended without a word'
          text += value
        }
      }
      await until(/^event: ready$/m)
      return { code: until(/^event: signed-out\ndata: .*"code":"(\w+)"/m) }
    },
  }
}
