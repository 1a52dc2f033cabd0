import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BackendProcess, ended, launchBackend, replayProcess, waitForAddress } from '../../test/test-process.ts'
import { type Received, readVisitor } from '../test/test-client.ts'

/** Set `ROUNDS_OF_TESTS` to race longer; 1,000 rounds take some minutes. */
const rounds = Number(process.env['ROUNDS_OF_TESTS'] ?? 8)
const clients = [...Array(8).keys()]

let dataDir: string
let database: TestDatabase
let settings: Record<string, string>
let backends: BackendProcess[]
let addresses: string[]
let authorization: string
let captainId: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ultimate-race-'))
  database = await testDatabase()
  settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a secret that both processes know of, the one and the other',
  }
  backends = [launchBackend(settings), launchBackend(settings)]
  addresses = await Promise.all(backends.map(waitForAddress))
  const login = await call('POST', '/api/auth/login', { body: { username: 'td', password: 'wishbone and gravy' } })
  authorization = `Bearer ${(login.body as unknown as { token: string }).token}`
  const captain = { captainName: 'Becky', captainEmail: 'becky@example.org', captainPhone: '256-555-0142' }
  const bid = { teamName: 'Huck Finns', location: 'Florence, AL', division: 'rec', ...captain }
  const { body } = await call('POST', '/api/register-team', { body: bid })
  captainId = (body as unknown as { team: { id: string } }).team.id
})
afterAll(async () => {
  for (const { child } of backends) expect(await ended(child, 'SIGTERM')).toBe(0)
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Sent {
  readonly body?: unknown
  readonly on?: number
  readonly headers?: Readonly<Record<string, string>>
}
async function call(method: string, path: string, { body, on = 0, headers = {} }: Sent = {}): Promise<Received> {
  const response = await fetch(`${addresses[on % 2]}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

async function addSlot(round: number, max_signups: number): Promise<string> {
  const kind = round % 2 ? { category: 'serving', time_slot: '18:30' } : { category: 'dishes' }
  const body = { name: 'Cranberry sauce', max_signups, ...kind }
  return (await call('POST', '/api/dinner-slots', { body, on: round, headers: { authorization } })).body.slot.id
}
function signUp(slotId: string, client: number, headers = {}): Promise<Received> {
  const body = { personName: `Person ${client}`, email: `person${client}@example.org`, captainId, slotId }
  return call('POST', '/api/dinner-signup', { body, on: client, headers })
}
/** Returns the counts that both backends answer with, and the count of the events. */
async function readCounts(slotId: string): Promise<(number | undefined)[]> {
  const lists = await Promise.all([0, 1].map((on) => call('GET', '/api/dinner-slots', { on })))
  const [row] = await database.sql<{ count: number }[]>`
    select (count(*) filter (where type = 'SignedUp') - count(*) filter (where type = 'SignupRemoved'))::int as count
    from events where stream = ${`slot-${slotId}`}`
  return [...lists.map(({ body }) => body.slots.find(({ id }) => id === slotId)?.current_signups), row?.count]
}

it(`gives the last place to one of eight clients on two processes, ${rounds} times over, and frees it once`, {
  timeout: 600_000 + rounds * 2_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const max = 1 + (round % 4)
    const slot = await addSlot(round, max)
    for (let taken = 1; taken < max; taken++) await signUp(slot, 100 + taken, { authorization })

    const answers = await Promise.all(clients.map((client) => signUp(slot, client)))
    const codes = answers.map(({ status, body }) => (status === 201 ? 'won' : `${status} ${body.code}`)).toSorted()
    expect(codes, `round ${round}`).toEqual([...Array(7).fill('409 SLOT_FULL'), 'won'])
    expect(await readCounts(slot), `round ${round}`).toEqual([max, max, max])

    const winner = answers.find(({ status }) => status === 201)
    const path = `/api/dinner-signup/${winner?.body.signup.id}`
    const headers = { cookie: `visitor=${winner && readVisitor(winner)}` }
    const removals = await Promise.all([0, 1, 2, 3].map((on) => call('DELETE', path, { on, headers })))
    // A request while the place is being freed succeeds as well; a later one finds no sign-up.
    for (const { status } of removals) expect([204, 404], `round ${round}`).toContain(status)
    expect(await readCounts(slot), `round ${round}`).toEqual([max - 1, max - 1, max - 1])
  }
  expect(await replayProcess(settings)).toMatchObject({ code: 0, complained: '' })
})
