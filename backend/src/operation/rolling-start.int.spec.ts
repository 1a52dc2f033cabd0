import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ended, launchBackend, replayFrom, replayProcess, startWithinMs, waitForAddress } from '../test/test-process.ts'
import { anotherRelease, type Release } from '../test/test-release.ts'
import { teams } from '../tournament/read/teams/teams.view.ts'

let dataDir: string
let database: TestDatabase
let settings: Record<string, string>
let newer: Release
const children: ChildProcess[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ultimate-rolling-'))
  database = await testDatabase()
  const AUTH_SECRET = 'tZ4!nq8Vw2#kR6xYp9Lb3Hd7Jf5Gs1Mc'
  settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, AUTH_SECRET }
  // The change is in a function that the projection calls, where no hash of the projection's text would show it.
  newer = await anotherRelease([
    { file: project, from: '\n  location,\n', to: '\n  location: location.toUpperCase(),\n' },
    { file: project, from: `version: ${teams.version},`, to: `version: ${teams.version + 1},` },
  ])
})
afterAll(async () => {
  for (const child of children) await ended(child, 'SIGKILL')
  await newer.remove()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})
const project = 'tournament/read/teams/teams.view.ts'

async function start(source?: string) {
  const backend = launchBackend(settings, source)
  children.push(backend.child)
  return { ...backend, origin: await waitForAddress(backend) }
}

/** Only the fields that the call answers with are set. */
interface Body {
  readonly token: string
  readonly team: { readonly id: string }
  readonly teams: readonly { readonly location: string }[]
}
interface Sent {
  readonly token?: string
  readonly key?: string
  readonly body?: object
}
async function call(origin: string, method: string, path: string, { token, key, body }: Sent = {}) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Body
  return { status: response.status, headers: response.headers, body: answer }
}
const readStatus = async (origin: string) => (await call(origin, 'GET', '/readyz')).status
const readLocations = async (origin: string) =>
  new Set((await call(origin, 'GET', '/api/registered-teams')).body.teams.map(({ location }) => location))

const captain = { captainName: 'Becky', captainEmail: 'becky@example.org', captainPhone: '256-555-0142' }
const bid = (name: string) => ({ teamName: name, location: 'Florence, AL', division: 'rec', ...captain })

/** Writers that mark teams as paid and unpaid, at the first backend of `origins` that takes the write. */
function writers(teams: readonly string[], token: string, origins: string[]) {
  let isOver = false
  let accepted = 0
  const declined: string[] = []
  const mark = async (id: string, paid: boolean, key: string) => {
    for (let turn = 0; ; turn++) {
      const origin = origins[turn % origins.length] ?? ''
      // One that has just been stopped takes no connection any more.
      const answer = await call(origin, 'PUT', `/api/teams/${id}`, { token, key, body: { paid } }).catch(() => null)
      if (answer?.status === 200) return
      if (answer) declined.push(`${answer.status}${answer.headers.has('retry-after') ? ', to be tried again' : ''}`)
    }
  }
  const write = async (id: string) => {
    for (let round = 1; !isOver; round++) {
      await mark(id, round % 2 === 1, `${id}-${round}`)
      accepted++
    }
  }
  const writing = Promise.all(teams.map(write))
  const more = async (counted: () => number, count: number) => {
    const enough = counted() + count
    await vi.waitFor(() => expect(counted()).toBeGreaterThanOrEqual(enough), { timeout: startWithinMs, interval: 10 })
  }
  return {
    declined,
    /** Resolve after so many more. */
    accepted: (count: number) => more(() => accepted, count),
    answered: (count: number) => more(() => accepted + declined.length, count),
    /** Resolves to how many were accepted in all. */
    stop: async () => {
      isOver = true
      await writing
      return accepted
    },
  }
}

describe('a newer release that starts beside an older one under load', () => {
  it('ends with the rows that it folds itself, and with every accepted write', async () => {
    const one = await start()
    const login = { username: 'td', password: 'wishbone and gravy' }
    const { token } = (await call(one.origin, 'POST', '/api/auth/login', { body: login })).body
    const teams: string[] = []
    for (const name of ['Huck Finns', 'Tom Sawyers', 'Injun Joes', 'Aunt Pollys'])
      teams.push((await call(one.origin, 'POST', '/api/register-team', { body: bid(name) })).body.team.id)
    const origins = [one.origin]
    const load = writers(teams, token, origins)
    await load.accepted(50)

    const two = await start(newer.source)
    // All writers still ask the older one, so that nothing which it may have spoilt is written anew.
    await load.answered(40)
    expect(await replayFrom(newer.source, settings)).toMatchObject({ code: 0, complained: '' })
    expect(new Set(load.declined)).toEqual(new Set(['503, to be tried again']))
    expect([await readStatus(one.origin), await readStatus(two.origin)]).toEqual([503, 200])
    for (const { origin } of [one, two]) expect(await readLocations(origin)).toEqual(new Set(['FLORENCE, AL']))

    // A balancer also moves requests away from a backend that is not ready.
    origins.splice(0, 1, two.origin)
    expect(await ended(one.child, 'SIGTERM')).toBe(0)
    await load.accepted(20)
    const accepted = await load.stop()
    expect(one.printed().match(/Another release has taken over the database/g)).toHaveLength(1)
    const [stored] = await database.sql`
      select count(*)::int as count from events where type in ('TeamMarkedPaid', 'TeamMarkedUnpaid')`
    expect(stored?.['count']).toBe(accepted)
    expect(await replayFrom(newer.source, settings)).toMatchObject({ code: 0, complained: '' })
  })

  it('keeps the older one from starting again, until that is told to take the database back', async () => {
    const refused = launchBackend(settings)
    expect(await ended(refused.child)).toBe(1)
    expect(refused.printed()).toMatch(
      new RegExp(
        `^A newer release has run on this database\\. It has the read model teams in version ${teams.version + 1}`,
      ),
    )

    const two = await start(newer.source)
    expect(await replayProcess(settings, '--apply')).toMatchObject({ code: 0, complained: '' })
    expect(await readStatus(two.origin)).toBe(503)
    const one = await start()
    expect(await readStatus(one.origin)).toBe(200)
    expect(await readLocations(one.origin)).toEqual(new Set(['Florence, AL']))
    expect(await replayProcess(settings)).toMatchObject({ code: 0 })
  })
})
