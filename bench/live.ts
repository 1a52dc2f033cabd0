import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect as openSocket, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { demoSlots } from '@ultimate/backend/dinner/demo-slots.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import type { Sql } from 'postgres'
import { median } from './load.ts'
import { withCluster } from './requests.ts'
import type { Probed } from './servers/probe.ts'
import type { Row } from './table.ts'
import { inParallel } from './torture/attack.ts'
import { type BackendProcess, startBackend } from './torture/backend-process.ts'
import { addSlot, register, type Send, sendAsTd } from './torture/site-client.ts'

const pageCount = 500
/** One user may have so many streams open. */
const pagesOfUser = 20
const teams = 36
const changes = 5
const missed = 10_000
/** Up to so many missed changes are sent one by one. For more, one message makes the page read everything again. */
const missedOneByOne = 1_000
/** Changes that paused streams do not take, and how many of them are stored at once. */
const untaken = 1_000
const untakenAtOnce = 100
const heartbeatMs = 15_000
const list = '/api/registered-teams'
const stepWithinMs = 30_000

/** @throws Error that names what did not come in time */
function within<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const tooLate = once(AbortSignal.timeout(stepWithinMs), 'abort').then(() => {
    throw new Error(`Waited ${stepWithinMs / 1_000} s in vain for ${what}`)
  })
  return Promise.race([work, tooLate])
}

/** What a phone sends with each request. */
const phone = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  'accept-language': 'en-US,en;q=0.9',
  'accept-encoding': 'gzip',
}

interface Site {
  readonly origin: string
  readonly sql: Sql
  readonly send: Send
  readonly probe: () => Promise<Probed>
}

/** The whole backend, which reports the memory that it uses, and how many statements it has sent. */
async function startSite(databaseUrl: string): Promise<Site & Pick<BackendProcess, 'remove'>> {
  const probe = pathToFileURL(resolve(import.meta.dirname, 'servers/probe.ts'))
  const backend = await startBackend({ DATABASE_URL: databaseUrl, NODE_OPTIONS: `--expose-gc --import ${probe}` })
  const { child, remove } = backend
  // With `localhost`, each connection would look the name up first.
  const origin = backend.origin.replace('localhost', '127.0.0.1')
  const sql = connect(databaseUrl, { max: 1 })
  return {
    origin,
    sql,
    remove: async () => {
      await sql.end()
      await remove()
    },
    send: await sendAsTd(origin),
    probe: async () => {
      const answered = once(child, 'message')
      child.send('probe')
      return ((await within('the memory of the backend', answered)) as [Probed])[0]
    },
  }
}

/** Adds as many helpers as half of the pages need, and returns their tokens. */
const signInHelpers = ({ origin, send }: Site): Promise<string[]> =>
  inParallel([...Array(Math.ceil(pageCount / 2 / pagesOfUser)).keys()], 2, async (index) => {
    const username = `helper${index}`
    const user = { username, email: `${username}@example.org`, role: 'helper' }
    const added = await send(origin, { method: 'POST', path: '/api/auth/create-temp-login', body: user })
    const { password } = JSON.parse(added.text)
    const login = await send(origin, { method: 'POST', path: '/api/auth/login', body: { username, password } })
    const { token } = JSON.parse(login.text)
    if (!token) throw new Error(`No token: ${login.text}`)
    return token
  })

/** An open page: its stream, and the list it shows. */
interface Page {
  readonly socket: Socket
  /** Resolves once the page has read the list again after a change. */
  upToDate: PromiseWithResolvers<void>
  bytes: number
  etag: string | undefined
}

const agent = new Agent({ keepAlive: true })

/** Reads the list, which is answered without a body if the page has it already, and counts the bytes. */
function readList(origin: string, page: Page, token: string | undefined): Promise<void> {
  const headers = {
    ...phone,
    ...(page.etag && { 'if-none-match': page.etag }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const { promise, resolve: done, reject } = Promise.withResolvers<void>()
  let socket: Socket | undefined
  let before = 0
  const request = get(origin + list, { agent, headers }, (response) => {
    page.etag = response.headers.etag
    response.resume().on('end', () => {
      page.bytes += (socket?.bytesRead ?? 0) - before
      done()
    })
  })
  request.on('socket', (assigned) => {
    socket = assigned
    before = assigned.bytesRead
  })
  request.on('error', reject)
  return promise
}

/** Resolves to a page once its stream is open and its list is read. */
async function openPage(origin: string, token: string | undefined): Promise<Page> {
  const { port } = new URL(origin)
  const socket = openSocket(Number(port), '127.0.0.1')
  const page: Page = { socket, upToDate: Promise.withResolvers(), bytes: 0, etag: undefined }
  const head = { host: `127.0.0.1:${port}`, ...phone, ...(token && { authorization: `Bearer ${token}` }) }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /api/live?topics=teams,slots HTTP/1.1\r\n${lines.join('')}\r\n`)
  const ready = Promise.withResolvers<void>()
  socket.on('data', async (chunk) => {
    const text = chunk.toString()
    page.bytes += chunk.length
    if (text.includes('event: ready')) ready.resolve()
    if (!text.includes('event: teams')) return
    await readList(origin, page, token)
    page.upToDate.resolve()
  })
  socket.on('error', ready.reject)
  await within('an open stream', ready.promise)
  await within('the list of an opened page', readList(origin, page, token))
  return page
}

interface Spread {
  /** Milliseconds from sending each change until a page shows it: the middle one and the slowest. */
  readonly middle: number[]
  readonly slowest: number[]
  readonly statements: number
}

/** Makes changes one after another; each waits until all pages show the one before. */
async function spreadChanges(
  { origin, send, probe }: Site,
  pages: readonly Page[],
  name: string,
  count = changes,
): Promise<Spread> {
  const before = await probe()
  const [middle, slowest]: number[][] = [[], []]
  for (let change = 0; change < count; change++) {
    for (const page of pages) page.upToDate = Promise.withResolvers()
    const began = performance.now()
    const shown = pages.map(async ({ upToDate }) => {
      await upToDate.promise
      return performance.now() - began
    })
    await register(send, origin, `${name} ${change}`)
    const taken = (await within(`${name} ${change} on all pages`, Promise.all(shown))).sort((a, b) => a - b)
    middle?.push(median(taken))
    slowest?.push(taken.at(-1) ?? 0)
  }
  // Until then, the backend has also finished what follows a change, such as its seal.
  await delay(1_000)
  const { statements } = await probe()
  return { middle: middle ?? [], slowest: slowest ?? [], statements: (statements - before.statements) / count }
}

/** Stores `count` changes of slots, `atOnce` in each transaction. Resolves to the last position, once the backend knows it. */
async function storeChanges({ origin, sql }: Site, count: number, atOnce: number): Promise<number> {
  let last = 0
  for (let stored = 0; stored < count; stored += atOnce) {
    const [newest] = await sql<{ position: number }[]>`
      with place as materialized (select event_position(0, forgets, fencing_token) as at from event_log), added as (
        insert into events (position, stream, category, version, type, schema_version, data, at, actor_kind,
          correlation_id, causation_id, edition)
        select place.at + n, 'slot-' || gen_random_uuid(), 'slot', 1, 'SlotAdded', 1,
          '{"slot":{"category":"dishes","name":"Pie","description":"","teamRequirement":4,"maxSignups":5}}'::json,
          now(), 'staff', 'c', 'c', '2025'
        from place, generate_series(1, ${Math.min(atOnce, count - stored)}::int) as n
        returning position)
      select max(position) as position from added`
    last = Number(newest?.position)
    await sql`select pg_notify('events', '')`
    await within(`the changes up to ${last} in the backend`, waitUntilKnown(origin, last))
  }
  return last
}

async function waitUntilKnown(origin: string, position: number): Promise<void> {
  while ((await readKnownPosition(origin)) < position) await delay(5)
}

/** Returns the last position of the log that the backend knows. */
async function readKnownPosition(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/api/edition`)
  await answer.arrayBuffer()
  return Number(answer.headers.get('x-log-position'))
}

interface CaughtUp {
  readonly ms: number
  /** Without compression. */
  readonly bytes: number
}

/** Measures how a page that knows the log up to `after` reads the `missedCount` changes up to `last`, and the list again. */
async function catchUp(origin: string, after: number, last: number, missedCount: number): Promise<CaughtUp> {
  const began = performance.now()
  const leaving = new AbortController()
  const headers = { 'last-event-id': String(after) }
  const answer = await fetch(`${origin}/api/live?topics=slots`, { headers, signal: leaving.signal })
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString()
    const newest = Number.parseInt(text.slice(text.lastIndexOf('id: ') + 'id: '.length), 10)
    if (text.endsWith('\n\n') && newest >= last) break
  }
  const slots = await (await fetch(`${origin}/api/dinner-slots`)).arrayBuffer()
  leaving.abort()
  const ms = performance.now() - began
  const messages = text.split('event: slots\n').length - 1
  if (messages !== (missedCount > missedOneByOne ? 1 : missedCount))
    throw new Error(`A page that missed ${missedCount} changes was sent ${messages} messages`)
  return { ms, bytes: Buffer.byteLength(text) + slots.byteLength }
}

/** Rows about {@link catchUp}, the median of five. */
async function catchUpRows(origin: string, after: number, last: number, missedCount: number): Promise<Row[]> {
  const taken: CaughtUp[] = []
  for (let round = 0; round < 5; round++)
    taken.push(await within('a page to catch up', catchUp(origin, after, last, missedCount)))
  const what = `catching up on ${missedCount.toLocaleString('en')} changes`
  return [
    row(what, 'ms', median(taken.map(({ ms }) => ms)), 1_000),
    withoutAim(`${what}, read with the list`, 'kB', median(taken.map(({ bytes }) => bytes)) / 1_000),
  ]
}

/** Probes the backend once it has freed the memory of finished connections and requests. */
async function probeAtRest({ probe }: Site): Promise<Probed> {
  await delay(3_000)
  return probe()
}

/** Opens a stream whose client reads only its beginning. */
async function openPaused(origin: string): Promise<Socket> {
  const { port } = new URL(origin)
  const socket = openSocket(Number(port), '127.0.0.1')
  socket.write(`GET /api/live?topics=slots HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`)
  await within('a stream that is to be paused', once(socket, 'data'))
  return socket.pause()
}

/** Bytes of the backend for each stream whose client reads none of many changes. */
async function measurePausedMemory(site: Site): Promise<number> {
  const before = await probeAtRest(site)
  const sockets = await inParallel([...Array(pageCount).keys()], 20, () => openPaused(site.origin))
  await storeChanges(site, untaken, untakenAtOnce)
  const after = await probeAtRest(site)
  for (const socket of sockets) socket.destroy()
  return (after.usedBytes - before.usedBytes) / pageCount
}

const row = (what: string, unit: string, ours: number, limit: number): Row => {
  const aim = `≤ ${limit} ${unit}`
  return { what, unit, ours, against: 'aim', theirs: limit, ratio: ours / limit, aim }
}
const withoutAim = (what: string, unit: string, ours: number): Row => {
  return { what, unit, ours, against: 'none', theirs: 0, ratio: Number.NaN, aim: 'none' }
}

/** What an open page costs, how soon it shows a change, and how it catches up. Half of the pages are of signed-in users. */
export function measureLive(): Promise<Row[]> {
  return withCluster(async ({ newDatabase }) => {
    const databaseUrl = await newDatabase('live')
    const site = await startSite(databaseUrl)
    const { origin, send, probe } = site
    const pages: Page[] = []
    try {
      const tokens = await within('tokens of helpers', signInHelpers(site))
      for (let team = 0; team < teams; team++) await register(send, origin, `Team ${team}`)
      for (const slot of demoSlots) await addSlot(send, origin, slot)
      const alone = await spreadChanges(site, [], 'Alone')
      // The heap grows before the first probe, as it does when all pages read the list at once.
      await inParallel([...Array(4 * pageCount).keys()], pageCount, async () =>
        (await fetch(origin + list)).arrayBuffer(),
      )
      const before = await probeAtRest(site)
      const tokenOfPage = [...Array(pageCount).keys()].map((page) =>
        page % 2 ? tokens[(page >> 1) % tokens.length] : undefined,
      )
      pages.push(...(await inParallel(tokenOfPage, 20, (token) => openPage(origin, token))))
      await spreadChanges(site, pages, 'Warm', 2)
      const bytesBefore = pages.reduce((sum, { bytes }) => sum + bytes, 0)
      const spread = await spreadChanges(site, pages, 'Spread')
      const bytesRead = pages.reduce((sum, { bytes }) => sum + bytes, 0) - bytesBefore
      const after = await probeAtRest(site)
      await delay(heartbeatMs)
      const heartbeat = (await probe()).statements - after.statements
      for (const { socket } of pages) socket.destroy()
      // The backend frees these connections now, not while the memory of paused streams is measured.
      agent.destroy()
      const paused = await measurePausedMemory(site)

      const start = await readKnownPosition(origin)
      // One transaction has room for 4,096 positions.
      const early = await storeChanges(site, missed - missedOneByOne, 3_000)
      const last = await storeChanges(site, missedOneByOne, missedOneByOne)
      const caughtUp = [
        ...(await catchUpRows(origin, start, last, missed)),
        ...(await catchUpRows(origin, early, last, missedOneByOne)),
      ]
      const kilobytesPerPage = (kind: keyof Probed) => (after[kind] - before[kind]) / pageCount / 1_000
      const onPages = `a change on ${pageCount} open pages`
      // Each page reads the list with its token, if it has one, and each token is looked up.
      const expected = alone.statements + tokenOfPage.filter(Boolean).length
      return [
        row('memory of an open page', 'kB', kilobytesPerPage('usedBytes'), 60),
        row('resident memory of an open page with both of its sockets', 'kB', kilobytesPerPage('residentBytes'), 60),
        row(`memory of a stream that takes none of ${untaken.toLocaleString('en')} changes`, 'kB', paused / 1_000, 30),
        row(`${onPages}, the slowest`, 'ms', Math.max(...spread.slowest), 1_000),
        withoutAim(`${onPages}, the middle one`, 'ms', median(spread.middle)),
        withoutAim(`${onPages}, read by each`, 'kB', bytesRead / changes / pageCount / 1_000),
        {
          what: onPages,
          unit: 'statements',
          ours: spread.statements,
          against: 'no page, and one per token',
          theirs: expected,
          ratio: spread.statements / expected,
          aim: '≤ 1.2',
        },
        withoutAim(`between two heartbeats of ${pageCount} pages`, 'statements', heartbeat),
        ...caughtUp,
      ]
    } finally {
      for (const { socket } of pages) socket.destroy()
      agent.destroy()
      await site.remove()
    }
  })
}
