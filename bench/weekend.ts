import { type Child, startChild } from './child.ts'
import { median } from './load.ts'
import { readNodeFlags } from './node-flags.ts'
import { withCluster } from './requests.ts'
import type { Row } from './table.ts'

/** The size of the pools of each division: 36 teams in all, as many as the tournament has places for. */
const divisions = { comp: 4, rec: 5 } as const
const poolsPerDivision = 4
const scores = 100
const listeners = 500
const slowdown = 4
const changes = 10

interface Game {
  readonly id: string
  readonly stage: 'pool' | 'bracket'
  readonly home: { readonly team: unknown }
  readonly away: { readonly team: unknown }
}

/** Returns a function that sends requests as a TD, and measures how long each answer takes. */
function createAsk({ origin }: Child) {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer pat' }
  return async <Answer = unknown>(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ ms: number; answer: Answer }> => {
    const began = performance.now()
    const response = await fetch(`${origin}/api/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const answer = (response.status === 204 ? null : await response.json()) as Answer
    return { ms: performance.now() - began, answer }
  }
}
type Ask = ReturnType<typeof createAsk>

async function publishPools(ask: Ask): Promise<void> {
  for (const [division, size] of Object.entries(divisions)) {
    const pools = []
    for (let pool = 0; pool < poolsPerDivision; pool++) {
      const teams = []
      for (let place = 0; place < size; place++) {
        const { answer } = await ask<{ team: { id: string } }>('POST', 'register-team', {
          teamName: `Team ${division} ${pool}.${place}`,
          location: 'Huntsville, AL',
          division,
          captainName: 'Pat Bench',
          captainEmail: 'pat@example.org',
          captainPhone: '256 555 0100',
        })
        teams.push(answer.team.id)
      }
      pools.push({ id: `${division}-${pool}`, name: `Pool ${'ABCD'[pool]}`, size, teams })
    }
    await ask('POST', 'pool-play/save', { division, pools })
    await ask('POST', 'pool-play/publish', { division })
  }
}

const row = (what: string, ours: number, theirs: number): Row => ({
  what,
  unit: 'ms',
  ours,
  against: 'aim',
  theirs,
  ratio: ours / theirs,
  aim: '≤ 1',
})

/** Measures a weekend of 36 teams: its schedule, standings and brackets after scores, and a score on many open pages. */
export function measureWeekend(): Promise<Row[]> {
  return withCluster(async ({ newDatabase }) => {
    const server = await startChild('events', [await newDatabase('weekend')], readNodeFlags('start'))
    try {
      const ask = createAsk(server)
      await publishPools(ask)
      const generated: number[] = []
      for (let seed = 0; seed < 5; seed++) generated.push((await ask('POST', 'schedule/generate', { seed })).ms)
      await ask('POST', 'schedule/publish')
      const { answer } = await ask<{ games: Game[] }>('GET', 'schedule')
      const followed = await measureReadsAfterScores(ask, answer.games)
      const spread = await measureSpread(server, ask, answer.games)
      return [
        row(`schedule of ${answer.games.length} games`, median(generated), 1000),
        row(`standings and bracket after each of ${scores} scores`, median(followed), 100),
        row(`a score on ${listeners} open pages, ${slowdown}× slower`, median(spread), 1000),
      ]
    } finally {
      await server.stop()
    }
  })
}

/**
 * Enters scores of all pool games, then of brackets, then corrections. Returns the milliseconds of reading standings and
 * brackets again after each score.
 */
async function measureReadsAfterScores(ask: Ask, poolGames: readonly Game[]): Promise<number[]> {
  const taken: number[] = []
  const enter = async ({ id }: Game, home: number) => {
    await ask('PUT', `games/${id}/result`, { home, away: 10 - (home % 2) })
    let ms = 0
    for (const path of ['standings/comp', 'standings/rec', 'brackets/comp?draft=true', 'brackets/rec?draft=true'])
      ms += (await ask('GET', path)).ms
    taken.push(ms)
  }
  for (const [index, game] of poolGames.entries()) await enter(game, index % 2 === 0 ? 13 : 2 + (index % 7))
  await decideTies(ask)
  for (const division of Object.keys(divisions)) await ask('POST', `brackets/${division}/make`, {})
  for (let round = 0; taken.length < scores; round++) {
    const { answer } = await ask<{ games: (Game & { status: string })[] }>('GET', 'games')
    const ready = answer.games.filter(
      ({ stage, home, away, status }) =>
        stage === 'bracket' && home.team && away.team && (round > 8 || status !== 'final'),
    )
    for (const game of ready.slice(0, scores - taken.length)) await enter(game, 13)
  }
  return taken
}

interface Standings {
  readonly pools: readonly {
    readonly id: string
    readonly rows: readonly {
      readonly shared: boolean
      readonly rank: number
      readonly team: { readonly id: string }
    }[]
  }[]
}

async function decideTies(ask: Ask): Promise<void> {
  for (const division of Object.keys(divisions)) {
    const { answer } = await ask<Standings>('GET', `standings/${division}`)
    for (const { id, rows } of answer.pools)
      for (const tied of Map.groupBy(
        rows.filter(({ shared }) => shared),
        ({ rank }) => rank,
      ).values())
        await ask('PUT', `standings/${division}/decision`, {
          pool_id: id,
          order: tied.map(({ team }) => team.id),
          reason: 'Coin toss',
        })
  }
}

/**
 * Milliseconds from sending a score until the last open page has read the schedule with it. Adds the time by which a
 * `slowdown` times slower device would be later than this process, which plays all pages.
 */
async function measureSpread({ origin }: Child, ask: Ask, [game]: readonly Game[]): Promise<number[]> {
  const closing = new AbortController()
  /** Resolves once `count` was called for every page. */
  const awaitEveryPage = () => {
    let left = listeners
    const { promise, resolve } = Promise.withResolvers<void>()
    return { promise, count: () => void (--left === 0 && resolve()) }
  }
  const opened = awaitEveryPage()
  let read = awaitEveryPage()
  const listen = async () => {
    const { body } = await fetch(`${origin}/api/live?topics=scores`, { signal: closing.signal })
    const text = new TextDecoder()
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      const message = text.decode(chunk)
      if (/^event: ready$/m.test(message)) opened.count()
      if (!/^event: scores$/m.test(message)) continue
      await (await fetch(`${origin}/api/schedule`)).json()
      read.count()
    }
  }
  const open = Array.from({ length: listeners }, listen)
  const ended = Promise.allSettled(open)
  const taken: number[] = []
  await opened.promise
  for (let change = 0; change < changes; change++) {
    read = awaitEveryPage()
    const cpu = process.cpuUsage()
    const began = performance.now()
    await ask('PUT', `games/${game?.id}/result`, { home: 20 + change, away: 1 })
    await read.promise
    const { user, system } = process.cpuUsage(cpu)
    const cpuMsOfPage = (user + system) / 1000 / listeners
    taken.push(performance.now() - began + (slowdown - 1) * cpuMsOfPage)
  }
  closing.abort()
  await ended
  return taken
}
