import { randomUUID } from 'node:crypto'
import { connectionThroughProxy } from '@ultimate/event-store/fixtures/connection.fixture.ts'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { seeded } from '@ultimate/events/seed.fixture.ts'
import type { Sql } from 'postgres'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend, tdPassword } from '../backend-process.ts'

const clients = { readers: 6, writers: 6 }
/** So many answers, at most, lie between two resets. */
const answersBetween = 30

interface Request {
  readonly method?: string
  readonly path: string
  readonly body?: object
  readonly key?: string
}

interface Answer {
  readonly status: number
  readonly body: { readonly slots?: Slot[]; readonly slot?: Slot; readonly users?: unknown[]; readonly user?: object }
}

/** What the load has seen, to be compared with what is stored. */
interface Seen {
  answers: number
  unavailable: number
  serverErrors: number
  readonly wrong: string[]
  readonly added: Set<string>
  readonly deleted: Set<string>
  users: number
}

/** Connections to the database are reset under reads of a signed-in user, keyed writes and repetitions of them. */
export const resets: Attack = { name: 'resets', fullCount: 150, run }

async function run({ databaseUrl, count, seed }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const connection = await connectionThroughProxy(database.serving.url)
  const backend = await startBackend({ DATABASE_URL: connection.url, DATABASE_OWNER_URL: database.url })
  const random = seeded(seed)
  const seen: Seen = {
    answers: 0,
    unavailable: 0,
    serverErrors: 0,
    users: 0,
    wrong: [],
    added: new Set<string>(),
    deleted: new Set<string>(),
  }
  try {
    const token = await signIn(backend.origin)
    const client = createClient(backend.origin, token, seen)
    const addedIds: string[] = []
    for (const name of ['Stuffing', 'Gravy', 'Pie']) addedIds.push(await add(client, name))
    let isOver = false
    const load = Array.from({ length: clients.readers + clients.writers }, async (_, index) => {
      while (!isOver) await (index < clients.readers ? read(client, addedIds, random) : write(client, random))
    })
    let done = 0
    while (done < count) {
      const next = seen.answers + 1 + Math.floor(random() * answersBetween)
      while (seen.answers < next) await new Promise(setImmediate)
      if (connection.reset() > 0) done++
    }
    isOver = true
    await Promise.all(load)
    await serveAgain(client, addedIds)
    return await judge(database.sql, seen, count)
  } finally {
    await backend.remove()
    await connection.cut()
    await database.drop()
  }
}

type Client = ReturnType<typeof createClient>

function createClient(origin: string, token: string, seen: Seen) {
  const ask = async ({ method = 'GET', path, body, key }: Request): Promise<Answer | null> => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    seen.answers++
    if (response.status === 503 && response.headers.has('retry-after')) {
      seen.unavailable++
      return null
    }
    if (response.status >= 500) seen.serverErrors++
    return { status: response.status, body: text ? JSON.parse(text) : {} }
  }
  const once = async (request: Request): Promise<Answer | null> => {
    try {
      return await ask(request)
    } catch (error) {
      seen.answers++
      seen.wrong.push(`${request.method ?? 'GET'} ${request.path}: ${error}`)
      return null
    }
  }
  /** Repeats what a client repeats: a request that was answered with 503, under the same key. */
  const untilAnswered = async (request: Request): Promise<Answer> => {
    for (;;) {
      const answer = await once(request)
      if (answer) return answer
    }
  }
  const expect = (isRight: boolean, request: Request, answer: Answer): void => {
    if (!isRight) seen.wrong.push(`${request.method ?? 'GET'} ${request.path}: ${JSON.stringify(answer).slice(0, 200)}`)
  }
  return { once, untilAnswered, expect, seen }
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'td', password: tdPassword }),
  })
  return ((await response.json()) as { token: string }).token
}

async function read({ once, expect }: Client, addedIds: readonly string[], random: () => number): Promise<void> {
  const request = { path: random() < 0.5 ? '/api/dinner-slots' : '/api/auth/users' }
  const answer = await once(request)
  if (!answer) return
  const { slots, users } = answer.body
  const isWhole = slots ? addedIds.every((id) => slots.some((slot) => slot.id === id)) : (users?.length ?? 0) > 0
  expect(answer.status === 200 && isWhole, request, answer)
}

async function write(client: Client, random: () => number): Promise<void> {
  if (random() < 0.1) return addUser(client)
  const id = await add(client, `Dish ${randomUUID()}`)
  if (random() < 0.5) return
  const request = { method: 'DELETE', path: `/api/dinner-slots/${id}`, key: randomUUID() }
  for (const _ of ['first', 'repeated']) {
    const answer = await client.untilAnswered(request)
    client.expect(answer.status === 204, request, answer)
    if (answer.status === 204) client.seen.deleted.add(id)
  }
}

/** Adds a slot and repeats the request: both answers name the same slot. */
async function add(client: Client, name: string): Promise<string> {
  const body = { name, category: 'dishes' }
  const request = { method: 'POST', path: '/api/dinner-slots', body, key: randomUUID() }
  const answers = [await client.untilAnswered(request), await client.untilAnswered(request)]
  const [id, repeated] = answers.map((answer) => answer.body.slot?.id)
  for (const answer of answers) client.expect(answer.status === 201 && id === repeated, request, answer)
  if (id) client.seen.added.add(id)
  return id ?? ''
}

/** A repetition meets the names that the request took itself, and must not be refused for them. */
async function addUser(client: Client): Promise<void> {
  const username = `user-${randomUUID()}`
  const body = { username, email: `${username}@example.org`, role: 'helper' }
  const request = { method: 'POST', path: '/api/auth/create-temp-login', body, key: randomUUID() }
  const answer = await client.untilAnswered(request)
  client.expect(answer.status === 201, request, answer)
  client.seen.users++
}

/** Afterwards everything is answered again, without a 503. */
async function serveAgain(client: Client, addedIds: readonly string[]): Promise<void> {
  const request = { path: '/api/dinner-slots' }
  await client.untilAnswered(request)
  const wanted = [...client.seen.added].filter((id) => !client.seen.deleted.has(id))
  for (let time = 0; time < 50; time++) {
    const answer = await client.once(request)
    if (!answer) client.seen.wrong.push('503 after the last reset')
    else client.expect(answer.body.slots?.length === wanted.length, request, answer)
  }
  await read(client, addedIds, () => 1)
}

async function judge(sql: Sql, seen: Seen, tried: number): Promise<AttackResult> {
  const stored = await sql<{ type: string; id: string }[]>`
    select type, substr(stream, 6) as id from events where type in ('SlotAdded', 'SlotDeleted', 'UserAdded')`
  const of = (type: string) => stored.filter((event) => event.type === type).map(({ id }) => id)
  const [added, deleted] = [of('SlotAdded'), of('SlotDeleted')]
  const missing = (ids: ReadonlySet<string>, among: readonly string[]) => [...ids].filter((id) => !among.includes(id))
  // The first TD was added by the start.
  const usersMissing = seen.users + 1 - of('UserAdded').length
  for (const sentence of seen.wrong.slice(0, 10)) console.error(sentence)
  return {
    ...nothingFound,
    tried,
    lost: missing(seen.added, added).length + missing(seen.deleted, deleted).length + Math.max(0, usersMissing),
    doubled: added.length - seen.added.size + Math.max(0, -usersMissing),
    wrong: seen.wrong.length,
    serverErrors: seen.serverErrors,
    note: `${seen.answers} answers, ${seen.unavailable} of them 503`,
  }
}
