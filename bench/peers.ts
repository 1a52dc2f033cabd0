import { randomBytes } from 'node:crypto'
import { connect } from '@ultimate/event-store/connect.ts'
import { SignJWT } from 'jose'
import type { Sql } from 'postgres'
import { send } from './board.ts'
import { startChild } from './child.ts'
import { costRows, interleaved, type Load, measureCost, measureRate } from './load.ts'
import { startSite } from './pages.ts'
import { allSealed } from './record.ts'
import { type Cluster, withCluster } from './requests.ts'
import type { Row } from './table.ts'
import { tdPassword } from './torture/backend-process.ts'

/** Teams in the list that is read. */
const listed = 40
/** Teams that are changed: twice as many as clients, so that no two clients change a team at the same time. */
const written = 128
const clientCounts = [1, 16, 64]
const warmUpSeconds = 10
/** The types of the events that a change stores, as a list in SQL. */
const changeEvents = `'TeamMarkedPaid', 'TeamMarkedUnpaid'`

interface Side {
  readonly name: string
  readonly origin: string
  readonly pid: number
  /** The token of someone who may change teams. */
  readonly token: string
  readonly sql: Sql
  /** Returns the number of stored changes. Requests that changed nothing are not counted. */
  changes(): Promise<number>
  /** Resolves once everything that follows from the requests is done. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface EnteredTeam {
  readonly id: string
}

/** The whole product, with everything that runs beside its answers. */
async function startOurs(cluster: Cluster): Promise<Side> {
  const url = await cluster.newDatabase('ours')
  // Without a seed, because the demonstration's teams would be in the list.
  const { origin, pid, stop } = await startSite({ DATABASE_URL: url, SEED: '', TD_PASSWORD: tdPassword })
  const { token } = await send<{ token: string }>(origin, 'POST', '/auth/login', {
    username: 'td',
    password: tdPassword,
  })
  const sql = connect(url, { max: 1 })
  return {
    name: 'ours',
    origin,
    token,
    sql,
    pid,
    changes: () => countRows(sql, `events where type in (${changeEvents})`),
    settled: async () => {
      await allSealed(sql)
      await allNoticed(sql)
    },
    stop: async () => {
      await sql.end()
      await stop()
    },
  }
}

/** Resolves once the automation has stored each change for the captain's email, which is sent later. */
async function allNoticed(sql: Sql): Promise<void> {
  for (;;) {
    const left = await countRows(
      sql,
      `subscriptions where name = 'when-team-changed-then-notice-change'
         and position < (select max(position) from events where type in (${changeEvents}))`,
    )
    if (left === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function startPeer(cluster: Cluster, name: 'Koa' | 'Fastify'): Promise<Side> {
  const url = await cluster.newDatabase(name.toLowerCase())
  const secret = randomBytes(32).toString('hex')
  const token = await new SignJWT({ role: 'td' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('td')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
  const child = await startChild(`peers/${name.toLowerCase()}`, [url, secret])
  const sql = connect(url, { max: 1 })
  return {
    name,
    origin: child.origin,
    pid: child.pid,
    token,
    sql,
    changes: () => countRows(sql, 'audit where before <> after'),
    settled: async () => {},
    stop: async () => {
      await sql.end()
      await child.stop()
    },
  }
}

async function countRows(sql: Sql, source: string): Promise<number> {
  const [row] = await sql.unsafe<[{ count: number }]>(`select count(*) from ${source}`)
  return row.count
}

const readList = ({ origin }: Side) => send<{ teams: EnteredTeam[] }>(origin, 'GET', '/registered-teams')

/** Enters teams on our side until there are `count`, and copies them to the peers. Returns their ids. */
async function enterTeams(count: number, ours: Side, peers: readonly Side[]): Promise<string[]> {
  const { teams: before } = await readList(ours)
  for (let team = before.length; team < count; team++) {
    const captain = {
      captainName: `Captain ${team}`,
      captainEmail: `${team}@example.org`,
      captainPhone: '256 555 0100',
    }
    const bid = { teamName: `Bench Warmers ${team}`, location: 'Huntsville, AL', division: 'comp', ...captain }
    await send(ours.origin, 'POST', '/teams', bid, ours.token)
  }
  const { teams } = await readList(ours)
  for (const peer of peers) {
    await peer.sql`
      insert into teams select * from jsonb_populate_recordset(null::teams, ${peer.sql.json(teams as never)})
      on conflict do nothing`
    const copied = await readList(peer)
    if (JSON.stringify(copied) !== JSON.stringify({ teams })) throw new Error(`${peer.name} answers another list`)
  }
  return teams.map(({ id }) => id)
}

const buildReads = ({ origin }: Side, clients: number): Load => ({
  url: `${origin}/api/registered-teams`,
  clients,
  seconds: 1,
})

/** Requests that mark all teams as paid, one after another, then all as unpaid, so that each changes something. */
function createChanger({ origin, token }: Side, teams: readonly string[]) {
  const headers = { authorization: `Bearer ${token}` }
  let requested = 0
  const next = () => {
    const turn = requested++
    const path = `/api/teams/${teams[turn % teams.length]}`
    return { path, body: JSON.stringify({ paid: Math.floor(turn / teams.length) % 2 === 0 }) }
  }
  const load = (clients: number): Load => ({ url: origin, method: 'PUT', clients, seconds: 2, headers, next })
  return { load, countRequested: () => requested }
}

/**
 * Compares the whole product with what people would write instead, in short rounds in turn on warm servers. Each side has
 * its database in the same database server.
 */
export function measurePeers(rounds: number): Promise<Row[]> {
  return withCluster(async (cluster) => {
    const ours = await startOurs(cluster)
    const peers = [await startPeer(cluster, 'Koa'), await startPeer(cluster, 'Fastify')]
    const sides = [ours, ...peers]
    try {
      await enterTeams(listed, ours, peers)
      const reads = await readRows(rounds, cluster, sides)
      const teams = await enterTeams(written, ours, peers)
      return [...reads, ...(await writeRows(rounds, cluster, sides, teams))]
    } finally {
      for (const side of sides) await side.stop()
    }
  })
}

/** Measures the `cost` of a request for each number of clients. Returns rows of our side against each peer. */
async function compareSides(
  what: string,
  aims: readonly string[],
  sides: readonly Side[],
  cost: (side: Side, clients: number) => ReturnType<typeof measureCost>,
  rounds: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [turn, clients] of clientCounts.entries()) {
    const measurements = sides.map((side) => () => cost(side, clients))
    const [ours = [], ...others] = await interleaved(rounds, measurements)
    for (const [index, { name: against }] of sides.slice(1).entries()) {
      const head = { what: `${what}, ${clients} clients`, against, aim: aims[turn] ?? '' }
      rows.push(...costRows(head, ours, others[index] ?? []))
    }
  }
  return rows
}

async function readRows(rounds: number, cluster: Cluster, sides: readonly Side[]): Promise<Row[]> {
  for (const side of sides) await measureRate({ ...buildReads(side, 16), seconds: warmUpSeconds })
  const cost = (side: Side, clients: number) =>
    measureCost(buildReads(side, clients), { database: cluster.pid, node: side.pid }, side.settled)
  return compareSides(`list of ${listed} teams`, ['≥ 2.0', '≥ 2.0', '≥ 1.8'], sides, cost, rounds)
}

async function writeRows(rounds: number, cluster: Cluster, sides: readonly Side[], teams: readonly string[]) {
  const changers = new Map(sides.map((side) => [side, createChanger(side, teams)]))
  const changerOf = (side: Side) => changers.get(side) as ReturnType<typeof createChanger>
  for (const side of sides) await measureRate({ ...changerOf(side).load(16), seconds: warmUpSeconds })
  const cost = (side: Side, clients: number) =>
    measureCost(changerOf(side).load(clients), { database: cluster.pid, node: side.pid }, side.settled)
  const rows = await compareSides('team marked as paid', ['≥ 1.15', '≥ 1.15', '≥ 1.15'], sides, cost, rounds)
  // Each round ends by cutting every connection while it waits for one answer, so that request may be lost.
  const cut = 16 + (rounds + 1) * clientCounts.reduce((sum, clients) => sum + clients, 0)
  for (const side of sides) {
    const [requested, changes] = [changerOf(side).countRequested(), await side.changes()]
    if (changes < requested - cut || changes > requested)
      throw new Error(`${side.name}: ${requested} requests made ${changes} changes`)
  }
  return rows
}
