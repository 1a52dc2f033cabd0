import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { mailServer, smtpError } from '@ultimate/backend/platform/mail/test-mail-server.ts'
import { type FreshDatabase, freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import type { SMTPServerSession } from 'smtp-server'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { type BackendProcess, startBackend, tdPassword } from '../backend-process.ts'

const atOnce = 4

/**
 * A mail server that takes every mail's address and never answers, at tries of a dead letter and then at first tries,
 * while staff write and others read: each event has to reach a live stream and the audit while the mail still hangs that
 * hung when it was written, and the backend has to stop in time. The attack never ends where readers wait for mails.
 */
export const slowMail: Attack = { name: 'slow-mail', fullCount: 400, run }

interface SlowMailCounts {
  wrong: number
  serverErrors: number
}

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const [database, server] = [await freshDatabase(databaseUrl), await slowServer()]
  const backend = await startBackend({ DATABASE_URL: database.url, SMTP_URL: server.url })
  try {
    const found: SlowMailCounts = { wrong: 0, serverErrors: 0 }
    const td = await signIn(backend)
    const waitForHanging = await makeMailsHang(td, server, database)
    const heard = await listen(backend)
    const made: string[] = []
    const writeMany = (times: number) =>
      inLanes(times, async () => {
        for (let isRead = false; !isRead; ) {
          const mails = await waitForHanging()
          const id = await writeAndRead(td, { name: `Pie ${randomUUID()}`, heard, found })
          if (id) made.push(id)
          // A mail is given up after half a minute, and tried again: then the next event shows whether readers wait for it.
          isRead = mails.every((mail) => server.hanging.has(mail))
        }
      })
    await writeMany(Math.floor(count / 2))
    await invite(td, 'huck')
    for (const mail of server.hanging) server.cutOff(mail)
    await writeMany(Math.ceil(count / 2))
    const { slots } = await td.get<{ slots: { id: string }[] }>('/api/dinner-slots')
    const stored = new Set(slots.map(({ id }) => id))
    if ((await backend.end('SIGTERM')) !== 0) found.wrong++
    return { ...nothingFound, ...found, tried: count, lost: made.filter((id) => !stored.has(id)).length }
  } finally {
    await backend.remove()
    await server.close()
    await database.drop()
  }
}

async function inLanes(count: number, work: () => Promise<void>): Promise<void> {
  let begun = 0
  const lane = async () => {
    while (begun++ < count) await work()
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
  const hanging = new Set<SMTPServerSession>()
  const server = await mailServer({
    onRcptTo: (_address, session, done) => {
      if (isSilent) hanging.add(session)
      else done(smtpError(451))
    },
    onClose: (session) => hanging.delete(session),
  })
  return {
    ...server,
    hanging: hanging as ReadonlySet<SMTPServerSession>,
    fallSilent: () => {
      isSilent = true
    },
  }
}

async function invite(td: Td, username: string): Promise<void> {
  const login = { username, email: `${username}@example.org`, role: 'helper' }
  const answer = await td.post('/api/auth/create-temp-login', login)
  if (answer.status !== 201) throw new Error(`No login could be made: ${answer.status} ${await answer.text()}`)
}

/** Returns what resolves to the mails that hang, once there are any. */
async function makeMailsHang(td: Td, server: Awaited<ReturnType<typeof slowServer>>, { sql }: FreshDatabase) {
  // Skips what another backend is at work on.
  const makeDue = () => sql`
    update dead_letters set at = now() - interval '2 minutes'
    where (subscription, position) in (
      select subscription, position from dead_letters where later for update skip locked)`
  await invite(td, 'becky')
  while ((await makeDue()).count === 0) await delay(20)
  server.fallSilent()
  return async () => {
    for (; server.hanging.size === 0; await delay(20)) await makeDue()
    return [...server.hanging]
  }
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
  await Promise.all([until(async () => heard.has(stream)), until(isAudited)])
  return slot.id
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(5)
}
