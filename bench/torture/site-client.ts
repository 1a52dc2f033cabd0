import { tdPassword } from './backend-process.ts'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  /** Of what it was decided on. */
  readonly etag?: string
}

export interface Answered {
  readonly status: number
  readonly text: string
  readonly isReplayed: boolean
  readonly etag?: string
}

/** Sends calls as the TD, under an idempotency key where one is given. */
export type Send = (origin: string, call: Call, key?: string) => Promise<Answered>

export async function sendAsTd(origin: string): Promise<Send> {
  const send =
    (authorization: string | undefined): Send =>
    async (target, { method, path, body, etag }, key) => {
      const response = await fetch(target + path, {
        method,
        headers: {
          ...(authorization && { authorization }),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
          ...(etag && { 'if-match': etag }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const isReplayed = response.headers.get('idempotency-replayed') === 'true'
      const found = response.headers.get('etag')
      return { status: response.status, text: await response.text(), isReplayed, ...(found && { etag: found }) }
    }
  const body = { username: 'td', password: tdPassword }
  const login = await send(undefined)(origin, { method: 'POST', path: '/api/auth/login', body })
  return send(`Bearer ${JSON.parse(login.text).token}`)
}

/** @throws Error with the answer where it is no success */
export async function succeed(answer: Promise<Answered>): Promise<Record<string, { readonly id: string }>> {
  const { status, text } = await answer
  if (status >= 300) throw new Error(`The site cannot be prepared: ${status} ${text}`)
  return JSON.parse(text)
}

/** What has to be there before anybody can sign up or change a slot. */
export interface PreparedSite {
  readonly captainId: string
  readonly slotIds: readonly string[]
}

const slotCount = 16

export async function prepare(send: Send, origin: string): Promise<PreparedSite> {
  const team = await register(send, origin, 'Huck Finns')
  const slotIds: string[] = []
  for (let index = 0; index < slotCount; index++)
    slotIds.push(await addSlot(send, origin, { name: `Slot ${index}`, max_signups: 1_000 }))
  return { captainId: team.id, slotIds }
}

export async function register(send: Send, origin: string, teamName: string): Promise<{ readonly id: string }> {
  const captain = { captainName: 'Becky', captainEmail: 'becky@example.org', captainPhone: '256-555-0142' }
  const body = { teamName, location: 'Florence, AL', division: 'rec', ...captain }
  const { team } = await succeed(send(origin, { method: 'POST', path: '/api/register-team', body }))
  return team ?? { id: '' }
}

export async function addSlot(send: Send, origin: string, fields: object): Promise<string> {
  const body = { category: 'dishes', ...fields }
  const { slot } = await succeed(send(origin, { method: 'POST', path: '/api/dinner-slots', body }))
  return slot?.id ?? ''
}
