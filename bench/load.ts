import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly clients: number
  readonly seconds: number
  readonly method?: 'GET' | 'POST'
  readonly body?: string
}

/** Requests per second that were answered well; any other answer makes the measurement void. */
export async function rateOf({ url, clients, seconds, method = 'GET', body }: Load): Promise<number> {
  const result = await autocannon({
    url,
    method,
    connections: clients,
    duration: seconds,
    ...(body ? { body, headers: { 'content-type': 'application/json', authorization: 'Bearer pat' } } : {}),
  })
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0) throw new Error(`${bad} requests to ${url} failed`)
  return result['2xx'] / result.duration
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export interface Compared {
  readonly ours: number
  readonly theirs: number
  /** Median of the pairs' ratios: a machine that changes its speed changes both sides of a pair. */
  readonly ratio: number
}

/** Measures both sides in turn, A B B A A B …, after one uncounted pair. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Compared> {
  const pairs: [number, number][] = []
  for (let round = -1; round < rounds; round++) {
    const first = round % 2 === 0 ? await ours() : 0
    const other = await theirs()
    const pair: [number, number] = [first || (await ours()), other]
    if (round >= 0) pairs.push(pair)
  }
  return {
    ours: median(pairs.map(([a]) => a)),
    theirs: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  }
}
