import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { startEmbeddedPostgres } from '@ultimate/embedded-postgres/embedded-postgres.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { startChild } from './child.ts'
import { postmasterPid } from './cpu.ts'
import { measureCrowded } from './crowded.ts'
import { costRows, interleaved, type Load, measureCost, measureRate } from './load.ts'
import { readNodeFlags } from './node-flags.ts'
import type { Row } from './table.ts'

const bid = JSON.stringify({
  teamName: 'Bench Warmers',
  location: 'Huntsville, AL',
  division: 'comp',
  captainName: 'Pat Bench',
  captainEmail: 'pat@example.org',
  captainPhone: '256 555 0100',
})

export interface Cluster {
  /** The process id of the database server. */
  readonly pid: number
  /** Creates an empty database, and resolves to its URL. Notifications of one database do not reach the others. */
  newDatabase(name: string): Promise<string>
}

export async function withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultimate-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') })
  const sql = connect(server.url, { max: 1 })
  try {
    return await work({
      pid: postmasterPid(dataDir),
      newDatabase: async (name) => {
        await sql.unsafe(`create database ${name}`)
        const url = new URL(server.url)
        url.pathname = `/${name}`
        return url.href
      },
    })
  } finally {
    await sql.end()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const buildLoad = (origin: string, clients: number): Load => ({
  url: `${origin}/api/register-team`,
  clients,
  seconds: 1,
  method: 'POST',
  body: bid,
})

const warmUpSeconds = 10

/** Updates the planner's statistics, as autovacuum does within a minute: they still are those of empty tables. */
async function analyze(url: string): Promise<void> {
  const sql = connect(url, { max: 1 })
  await sql`analyze`
  await sql.end()
}

/** The aims for each number of clients: ratios to the rate of CRUD, and of CRUD with audit. */
const commandAims = { 1: ['≥ 1.04', '≥ 1.09'], 16: ['≥ 1.0', '≥ 1.1'], 64: ['≥ 1.19', '≥ 1.22'] }

/**
 * Compares a command over HTTP, with its projection, with the same route as plain CRUD and as CRUD with an audit trigger:
 * three databases of one server, warm HTTP servers, short rounds in turn.
 */
export function measureCommands(rounds: number): Promise<Row[]> {
  return withCluster(async ({ pid, newDatabase }) => {
    const urls = [await newDatabase('events'), await newDatabase('crud'), await newDatabase('audited')]
    const [events = '', crud = '', audited = ''] = urls
    const flags = readNodeFlags('start')
    const servers = [
      await startChild('events', [events], flags),
      await startChild('crud', [crud], flags),
      await startChild('crud', [audited, 'audited'], flags),
    ]
    // New code runs slowly for some thousand requests, and more code for longer, which would distort the comparison.
    for (const { origin } of servers) await measureRate({ ...buildLoad(origin, 32), seconds: warmUpSeconds })
    for (const url of urls) await analyze(url)
    const rows: Row[] = []
    for (const [clients, aims] of Object.entries(commandAims)) {
      const sides = servers.map(
        (server) => () => measureCost(buildLoad(server.origin, Number(clients)), { database: pid, node: server.pid }),
      )
      const [ours = [], ...others] = await interleaved(rounds, sides)
      const what = `command, ${clients} clients`
      for (const [side, against] of ['CRUD', 'CRUD with audit'].entries())
        rows.push(...costRows({ what, against, aim: aims[side] ?? '' }, ours, others[side] ?? []))
    }
    await Promise.all(servers.map((server) => server.stop()))
    return rows
  })
}

/** Compares a command on a crowded stream with one on a short stream. */
export function measureCrowd(rounds: number): Promise<Row[]> {
  return withCluster(async ({ newDatabase }) => measureCrowded(await newDatabase('crowd'), rounds))
}
