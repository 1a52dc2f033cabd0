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

/** The list that is read. */
const listed = 40
/** Of those that are written, each is written by one client at a time: twice as many as there are clients. */
const written = 128
const clientCounts = [1, 16, 64]
const warmUpSeconds = 10
/** The events of the change, as a list in SQL. */
const marks = `'TeamMarkedPaid', 'TeamMarkedUnpaid'`

interface Side {
  readonly name: string
  readonly origin: string
  readonly pid: number
  /** Of someone who may change teams. */
  readonly token: string
  readonly sql: Sql
  /** How many changes are stored so far: requests that changed nothing are not among them. */
  changes(): Promise<number>
  /** Resolves when nothing is left to do of what was asked. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface Entered {
  readonly id: string
}

/** The whole product, with everything that runs beside its answers. */
async function startOurs(cluster: Cluster): Promise<Side> {
  const url = await cluster.newDatabase('ours')
  // The demonstration is no part of it: no seed.
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
    changes: () => countRows(sql, `events where type in (${marks})`),
    settled: async () => {
      await allSealed(sql)
      await noticed(sql)
    },
    stop: async () => {
      await sql.end()
      await stop()
    },
  }
}

/** Resolves when each change is stored for the email about it, which its captain gets after a minute without another one. */
async function noticed(sql: Sql): Promise<void> {
  for (;;) {
    const left = await countRows(
      sql,
      `subscriptions where name = 'when-team-changed-then-notice-change'
         and position < (select max(position) from events where type in (${marks}))`,
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

async function countRows(sql: Sql, what: string): Promise<number> {
  const [row] = await sql.unsafe<[{ count: number }]>(`select count(*) from ${what}`)
  return row.count
}

const readList = ({ origin }: Side) => send<{ teams: Entered[] }>(origin, 'GET', '/registered-teams')

/** Enters teams until there are so many, then has the peers hold the same ones. */
async function enter(count: number, ours: Side, peers: readonly Side[]): Promise<string[]> {
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
    const held = await readList(peer)
    if (JSON.stringify(held) !== JSON.stringify({ teams })) throw new Error(`${peer.name} answers another list`)
  }
  return teams.map(({ id }) => id)
}

const reading = ({ origin }: Side, clients: number): Load => ({
  url: `${origin}/api/registered-teams`,
  clients,
  seconds: 1,
})

/** Marks all teams as paid, one after another, then all as unpaid, and so on: every request changes something. */
function changing({ origin, token }: Side, teams: readonly string[]) {
  const headers = { authorization: `Bearer ${token}` }
  let asked = 0
  const next = () => {
    const turn = asked++
    const path = `/api/teams/${teams[turn % teams.length]}`
    return { path, body: JSON.stringify({ paid: Math.floor(turn / teams.length) % 2 === 0 }) }
  }
  const load = (clients: number): Load => ({ url: origin, method: 'PUT', clients, seconds: 2, headers, next })
  return { load, asked: () => asked }
}

/**
 * The whole product against what people would write instead: one database server, three databases, warm servers, short
 * rounds in turn.
 */
export function measurePeers(rounds: number): Promise<Row[]> {
  return withCluster(async (cluster) => {
    const ours = await startOurs(cluster)
    const peers = [await startPeer(cluster, 'Koa'), await startPeer(cluster, 'Fastify')]
    const sides = [ours, ...peers]
    try {
      await enter(listed, ours, peers)
      const reads = await readRows(rounds, cluster, sides)
      const teams = await enter(written, ours, peers)
      return [...reads, ...(await writeRows(rounds, cluster, sides, teams))]
    } finally {
      for (const side of sides) await side.stop()
    }
  })
}

/** Rows for each number of clients and each peer. `load` is what a side is asked. */
async function measured(
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
  for (const side of sides) await measureRate({ ...reading(side, 16), seconds: warmUpSeconds })
  const cost = (side: Side, clients: number) =>
    measureCost(reading(side, clients), { database: cluster.pid, node: side.pid }, side.settled)
  return measured(`list of ${listed} teams`, ['≥ 2.0', '≥ 2.0', '≥ 1.8'], sides, cost, rounds)
}

async function writeRows(rounds: number, cluster: Cluster, sides: readonly Side[], teams: readonly string[]) {
  const changers = new Map(sides.map((side) => [side, changing(side, teams)]))
  const changerOf = (side: Side) => changers.get(side) as ReturnType<typeof changing>
  for (const side of sides) await measureRate({ ...changerOf(side).load(16), seconds: warmUpSeconds })
  const cost = (side: Side, clients: number) =>
    measureCost(changerOf(side).load(clients), { database: cluster.pid, node: side.pid }, side.settled)
  const rows = await measured('team marked as paid', ['≥ 1.15', '≥ 1.15', '≥ 1.15'], sides, cost, rounds)
  // At the end of each round every connection is cut while it waits for one answer.
  const cut = 16 + (rounds + 1) * clientCounts.reduce((sum, clients) => sum + clients, 0)
  for (const side of sides) {
    const [asked, changes] = [changerOf(side).asked(), await side.changes()]
    if (changes < asked - cut || changes > asked)
      throw new Error(`${side.name}: ${asked} requests made ${changes} changes`)
  }
  return rows
}
