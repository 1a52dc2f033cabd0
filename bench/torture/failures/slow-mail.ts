import { setTimeout as delay } from 'node:timers/promises'
import { mailServer, smtpError } from '@ultimate/backend/platform/mail/test-mail-server.ts'
import { type FreshDatabase, freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { type BackendProcess, startBackend, tdPassword } from '../backend-process.ts'

/** A reader that has not seen an event for so long is silent. */
const silentAfterMs = 5_000
const atOnce = 4

/**
 * A mail server that takes every mail's address and never answers, at first tries and at those of dead letters, while
 * staff write and others read: each event has to reach a live stream and the audit, and the backend has to stop in time.
 */
export const slowMail: Attack = { name: 'slow-mail', fullCount: 400, run }

interface SlowMailCounts {
  wrong: number
  serverErrors: number
  worstMs: number
}

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const [database, server] = [await freshDatabase(databaseUrl), await slowServer()]
  const backend = await startBackend({ DATABASE_URL: database.url, SMTP_URL: server.url })
  try {
    const found: SlowMailCounts = { wrong: 0, serverErrors: 0, worstMs: 0 }
    const td = await signIn(backend)
    const keepHanging = await makeMailsHang(td, server, database)
    const heard = await listen(backend)
    const made: string[] = []
    await inLanes(count, async (number) => {
      if (number % 10 === 0) await keepHanging()
      const id = await writeAndRead(td, { name: `Pie ${number}`, heard, found })
      if (id) made.push(id)
    })
    const { slots } = await td.get<{ slots: { id: string }[] }>('/api/dinner-slots')
    const stored = new Set(slots.map(({ id }) => id))
    if ((await backend.end('SIGTERM')) !== 0) found.wrong++
    const { wrong, serverErrors } = found
    const note = `${server.hanging()} mails hung, slowest reader ${Math.round(found.worstMs)} ms`
    return {
      ...nothingFound,
      tried: count,
      lost: made.filter((id) => !stored.has(id)).length,
      wrong,
      serverErrors,
      note,
    }
  } finally {
    await backend.remove()
    await server.close()
    await database.drop()
  }
}

async function inLanes(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** As the first TD. */
async function signIn({ origin }: BackendProcess) {
  let headers: Record<string, string> = { 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await post('/api/auth/login', { username: 'td', password: tdPassword })
  const { token } = (await answer.json()) as { token: string }
  headers = { ...headers, authorization: `Bearer ${token}` }
  return {
    post,
    get: async <T>(path: string) => (await (await fetch(origin + path, { headers })).json()) as T,
  }
}
type Td = Awaited<ReturnType<typeof signIn>>

/** Says that mailboxes are busy, until it says nothing any more. */
async function slowServer() {
  let isSilent = false
  let hanging = 0
  const server = await mailServer({
    onRcptTo: (_address, _session, done) => {
      if (isSilent) hanging++
      else done(smtpError(451))
    },
  })
  return {
    ...server,
    hanging: () => hanging,
    fallSilent: () => {
      isSilent = true
    },
  }
}

/** Returns what makes dead letters due again. */
async function makeMailsHang(td: Td, server: Awaited<ReturnType<typeof slowServer>>, { sql }: FreshDatabase) {
  const invite = async (username: string) => {
    const login = { username, email: `${username}@example.org`, role: 'helper' }
    const answer = await td.post('/api/auth/create-temp-login', login)
    if (answer.status !== 201) throw new Error(`No login could be made: ${answer.status} ${await answer.text()}`)
  }
  // Skips what another backend is at work on.
  const keepHanging = () => sql`
    update dead_letters set at = now() - interval '2 minutes'
    where (subscription, position) in (
      select subscription, position from dead_letters where later for update skip locked)`
  await invite('becky')
  while ((await keepHanging()).count === 0) await delay(20)
  server.fallSilent()
  while (server.hanging() === 0) {
    await keepHanging()
    await delay(20)
  }
  await invite('huck')
  return keepHanging
}

/** Streams that a live page has heard of. */
async function listen({ origin }: BackendProcess): Promise<ReadonlySet<string>> {
  const { body } = await fetch(`${origin}/api/live?topics=slots`)
  if (!body) throw new Error('The live stream has no body')
  const heard = new Set<string>()
  const ready = Promise.withResolvers<void>()
  let text = ''
  const write = (chunk: string) => {
    ready.resolve()
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const stream = /^data: .*"stream":"([^"]+)"/.exec(line)?.[1]
      if (stream) heard.add(stream)
    }
  }
  // It ends with the backend.
  const reading = body.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }))
  reading.catch(() => {})
  await ready.promise
  return heard
}

interface Writing {
  readonly name: string
  readonly heard: ReadonlySet<string>
  readonly found: SlowMailCounts
}

/** Returns the id of what was accepted. */
async function writeAndRead(td: Td, { name, heard, found }: Writing): Promise<string | null> {
  const answer = await td.post('/api/dinner-slots', { name, category: 'dishes' })
  if (answer.status >= 500) found.serverErrors++
  if (answer.status !== 201) {
    found.wrong++
    return null
  }
  const { slot } = (await answer.json()) as { slot: { id: string } }
  const stream = `slot-${slot.id}`
  const isAudited = async () => (await td.get<{ events: object[] }>(`/api/audit?stream=${stream}`)).events.length === 1
  const times = await Promise.all([timeUntil(async () => heard.has(stream)), timeUntil(isAudited)])
  found.worstMs = Math.max(found.worstMs, ...times)
  found.wrong += times.filter((ms) => ms > silentAfterMs).length
  return slot.id
}

async function timeUntil(condition: () => Promise<boolean>): Promise<number> {
  const start = performance.now()
  for (;;) {
    const isMet = await condition()
    const ms = performance.now() - start
    if (isMet || ms > silentAfterMs) return ms
    await delay(5)
  }
}
