import { cpuMs } from './cpu.ts'
import type { Row } from './table.ts'

export interface Load {
  readonly url: string
  readonly clients: number
  readonly seconds: number
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly body?: string
  /** Returns the next request, if requests differ. */
  readonly next?: () => { readonly path: string; readonly body: string }
  /** Added to the headers that a request with a body has, or instead of them. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the answered requests per second. Rejects if any answer is an error. */
export async function measureRate(load: Load): Promise<number> {
  const { url, clients, seconds, method = 'GET', body, next } = load
  const { default: autocannon } = await import('autocannon')
  const headersOfBody = { 'content-type': 'application/json', authorization: 'Bearer pat' }
  const result = await autocannon({
    url,
    method,
    connections: clients,
    duration: seconds,
    headers: { ...((body || next) && headersOfBody), ...load.headers },
    ...(body && { body }),
    ...(next && { requests: [{ setupRequest: (request: object) => ({ ...request, ...next() }) }] }),
  })
  // A browser that has the page already is answered with 304.
  const good = result['2xx'] + result['3xx']
  const bad = result['2xx'] + result.non2xx - good + result.errors + result.timeouts
  if (bad > 0) throw new Error(`${bad} requests to ${url} failed`)
  return good / result.duration
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export interface Compared {
  readonly ours: number
  readonly theirs: number
  /** The median of the ratios of each round, because a change of the machine's speed affects both sides of a round. */
  readonly ratio: number
}

export const compared = (ours: readonly number[], theirs: readonly number[]): Compared => ({
  ours: median(ours),
  theirs: median(theirs),
  ratio: median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN))),
})

/**
 * Measures all sides in turn, in reverse order in every other round, so that no side always follows the same one. The
 * first `uncounted` rounds only warm the sides up. Returns the values of each side by round.
 */
export async function interleaved<Value>(
  rounds: number,
  sides: readonly (() => Promise<Value>)[],
  uncounted = 1,
): Promise<Value[][]> {
  const values: Value[][] = sides.map(() => [])
  for (let round = -uncounted; round < rounds; round++) {
    const order = [...sides.keys()]
    for (const side of round % 2 === 0 ? order : order.reverse()) {
      const value = await (sides[side] as () => Promise<Value>)()
      if (round >= 0) values[side]?.push(value)
    }
  }
  return values
}

/** Measures both sides in turn. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Compared> {
  const [ourValues = [], theirValues = []] = await interleaved(rounds, [ours, theirs])
  return compared(ourValues, theirValues)
}

/** What a request costs in microseconds of CPU. On a shared machine, this is more reliable than the rate. */
export interface Cost {
  readonly rate: number
  readonly databaseUs: number
  readonly nodeUs: number
}

/**
 * Runs a load. Counts the CPU time of the database server (all its processes) and of the HTTP server, until `settled`
 * resolves: by then, the server has also done what it does after its answers.
 */
export async function measureCost(
  load: Load,
  pids: { readonly database: number; readonly node: number },
  settled: () => Promise<void> = async () => {},
): Promise<Cost> {
  const before = [cpuMs(pids.database), cpuMs(pids.node)]
  const rate = await measureRate(load)
  await settled()
  const after = [cpuMs(pids.database), cpuMs(pids.node)]
  const [databaseUs = 0, nodeUs = 0] = after.map(
    (ms, side) => ((ms - (before[side] ?? 0)) * 1000) / rate / load.seconds,
  )
  return { rate, databaseUs, nodeUs }
}

/** Returns a row with the rate, to which the aim applies, and two rows with what a request costs. */
export function costRows(
  { what, against, aim }: Pick<Row, 'what' | 'against' | 'aim'>,
  ours: readonly Cost[],
  theirs: readonly Cost[],
): Row[] {
  const row = (suffix: string, unit: string, value: (cost: Cost) => number) => ({
    what: `${what}${suffix}`,
    unit,
    against,
    aim: suffix === '' ? aim : '',
    ...compared(ours.map(value), theirs.map(value)),
  })
  return [
    row('', 'requests/s', ({ rate }) => rate),
    row(': CPU of node', 'µs/request', ({ nodeUs }) => nodeUs),
    row(': CPU of the database', 'µs/request', ({ databaseUs }) => databaseUs),
  ]
}
