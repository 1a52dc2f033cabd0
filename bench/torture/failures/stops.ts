import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { type BackendProcess, startBackend, tdPassword } from '../backend-process.ts'

/** Readers of each kind. */
const readers = 8
/** Small and large answers, of memory and of the database, none of which needs a built site. */
const paths = ['/api/openapi.json', '/api/dinner-slots', '/api/registered-teams', '/healthz']

/**
 * SIGTERM while connections that are kept open, new connections, a writer and a live stream are all busy. All that was
 * sent on a connection has to be answered; only a refused connection ends a client.
 */
export const stops: Attack = { name: 'stops', fullCount: 40, run }

interface Findings {
  requests: number
  cut: number
  serverErrors: number
  slowestStopMs: number
  readonly written: Set<string>
}

async function run({ databaseUrl, count, seed }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'torture-stops-'))
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const found: Findings = { requests: 0, cut: 0, serverErrors: 0, slowestStopMs: 0, written: new Set() }
  try {
    for (let stop = 0; stop < count; stop++) {
      const backend = await startBackend(settings)
      try {
        await stopUnderLoad(backend, found, 5 + ((seed + stop * 7) % 20))
      } finally {
        await backend.remove()
      }
    }
    const rows = await database.sql<{ name: string; copies: number }[]>`
      select data->'slot'->>'name' as name, count(*)::int as copies from events where type = 'SlotAdded' group by 1`
    const stored = new Set(rows.map(({ name }) => name))
    return {
      ...nothingFound,
      tried: count,
      lost: [...found.written].filter((name) => !stored.has(name)).length,
      doubled: rows.filter(({ copies }) => copies > 1).length,
      wrong: found.cut,
      serverErrors: found.serverErrors,
      note: `${found.requests} requests, slowest stop ${Math.round(found.slowestStopMs)} ms`,
    }
  } finally {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Loads the backend until everyone has got that many answers, then stops it and goes on until it refuses connections. */
async function stopUnderLoad({ origin, end }: BackendProcess, found: Findings, answersEach: number): Promise<void> {
  const warm = Promise.withResolvers<void>()
  const target = (2 * readers + 1) * answersEach
  const first = found.requests
  const sent = async (call: Call) => {
    const answer = await ask(origin, call)
    found.requests += 1
    if (found.requests - first >= target) warm.resolve()
    if (answer.status >= 500) found.serverErrors += 1
    return answer
  }
  const authorization = await signIn(origin)
  const clients = [
    ...Array.from({ length: readers }, (_, index) =>
      readOn(sent, index, new Agent({ keepAlive: true, maxSockets: 1 })),
    ),
    ...Array.from({ length: readers }, (_, index) => readOn(sent, index, new Agent({ keepAlive: false }))),
    writeOn(sent, authorization, found.written),
  ]
  const live = followLive(origin)
  await Promise.race([warm.promise, ...clients])
  const began = performance.now()
  const code = await end('SIGTERM')
  found.slowestStopMs = Math.max(found.slowestStopMs, performance.now() - began)
  const outcomes = await Promise.all(clients)
  found.cut += outcomes.filter((outcome) => outcome !== 'ECONNREFUSED').length
  if (!/^retry: \d+$/m.test(await live)) found.cut += 1
  if (code !== 0) found.cut += 1
}

interface Call {
  readonly path: string
  readonly agent?: Agent
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

type Send = (call: Call) => Promise<{ status: number; body: string }>

/** Resolves to the code of the error that ended the reading. */
async function readOn(send: Send, offset: number, agent: Agent): Promise<string> {
  for (let turn = offset; ; turn++) {
    try {
      await send({ path: paths[turn % paths.length] ?? '/', agent })
    } catch (error) {
      agent.destroy()
      return codeOf(error)
    }
  }
}

async function writeOn(send: Send, authorization: string, written: Set<string>): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    const name = `Pie ${randomUUID()}`
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    try {
      const { status } = await send({ path: '/api/dinner-slots', agent, headers, body: { name, category: 'dishes' } })
      if (status === 201) written.add(name)
    } catch (error) {
      agent.destroy()
      return codeOf(error)
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

async function followLive(origin: string): Promise<string> {
  try {
    return await (await fetch(`${origin}/api/live?topics=slots`)).text()
  } catch (error) {
    return String(error)
  }
}

async function signIn(origin: string): Promise<string> {
  const body = { username: 'td', password: tdPassword }
  const answer = await ask(origin, { path: '/api/auth/login', headers: { 'content-type': 'application/json' }, body })
  return `Bearer ${JSON.parse(answer.body).token}`
}

function ask(origin: string, { path, agent, headers, body }: Call): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${origin.replace('localhost', '127.0.0.1')}${path}`,
      { method: body === undefined ? 'GET' : 'POST', ...(agent && { agent }), ...(headers && { headers }) },
      (answer) => text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject),
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
