import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ultimate/backend/platform/database/embedded-postgres.ts'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { startChild } from './child.ts'
import { alternate, rateOf } from './load.ts'
import type { Row } from './table.ts'

const bid = JSON.stringify({
  teamName: 'Bench Warmers',
  location: 'Huntsville, AL',
  division: 'comp',
  captainName: 'Pat Bench',
  captainEmail: 'pat@example.org',
  captainPhone: '256 555 0100',
})

async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A command with its projection over HTTP against the same route as plain CRUD, on one database. */
export function measureCommands(rounds: number): Promise<Row[]> {
  return withDatabase(async (url) => {
    const [events, crud] = [await startChild('events', url), await startChild('crud', url)]
    const rows: Row[] = []
    for (const clients of [1, 16, 64]) {
      const load = (origin: string) => () =>
        rateOf({ url: `${origin}/api/register-team`, clients, seconds: 2, method: 'POST', body: bid })
      const compared = await alternate(rounds, load(events.origin), load(crud.origin))
      rows.push({ what: `command, ${clients} clients`, unit: 'requests/s', against: 'CRUD', aim: '≥ 0.8', ...compared })
    }
    await Promise.all([events.stop(), crud.stop()])
    return rows
  })
}

/** Reading the list of 40 teams against bare node:http sending the same bytes. */
export function measureReads(rounds: number): Promise<Row[]> {
  return withDatabase(async (url) => {
    const app = await startChild('events', url)
    for (let team = 0; team < 40; team++) {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer pat' }
      await fetch(`${app.origin}/api/register-team`, { method: 'POST', headers, body: bid })
    }
    const list = `${app.origin}/api/registered-teams`
    const bare = await startChild('bare', list)
    const rows: Row[] = []
    for (const clients of [1, 16, 64]) {
      const compared = await alternate(
        rounds,
        () => rateOf({ url: list, clients, seconds: 2 }),
        () => rateOf({ url: bare.origin, clients, seconds: 2 }),
      )
      rows.push({
        what: `read, ${clients} clients`,
        unit: 'requests/s',
        against: 'node:http',
        aim: '≥ 0.6',
        ...compared,
      })
    }
    await Promise.all([app.stop(), bare.stop()])
    return rows
  })
}
