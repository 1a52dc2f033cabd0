import { type Child, startChild } from './child.ts'
import { costRows, interleaved, measureCost, measureRate } from './load.ts'
import { startSite } from './pages.ts'
import type { Row } from './table.ts'

/** What a browser sends when it opens a page. */
const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'upgrade-insecure-requests': '1',
  'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
}

/** The aim for each number of clients: a ratio to the rate of `node:http` alone. */
const aims = { 1: '≥ 0.8', 16: '≥ 0.75', 64: '≥ 0.75' }

/** New code runs slowly for some thousand requests. */
const warmUpSeconds = 4

interface Read {
  readonly what: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Measures reading the list of the demonstration's 40 teams, the page `/`, and that page when the browser has it already.
 * Compares the site as visitors get it with `node:http` that sends the same status, headers and bytes. A Koa application
 * that sends the same shows what a framework costs.
 */
export async function measureReads(rounds: number): Promise<Row[]> {
  const site = await startSite()
  const page = await fetch(site.origin, { headers: browser })
  const reads: Read[] = [
    { what: 'read', path: '/api/registered-teams', headers: {} },
    { what: 'page', path: '/', headers: browser },
    { what: 'unchanged page', path: '/', headers: { ...browser, 'if-none-match': page.headers.get('etag') ?? '' } },
  ]
  const rows: Row[] = []
  for (const read of reads) rows.push(...(await measureRead(rounds, site, read)))
  await site.stop()
  return rows
}

async function measureRead(rounds: number, site: Child, { what, path, headers }: Read): Promise<Row[]> {
  const copy = (kind: string) => startChild('bare', [kind, site.origin + path, JSON.stringify(headers)])
  const [bare, koa] = [await copy('node:http'), await copy('Koa')]
  const servers = [site, bare, koa]
  const buildLoad = ({ origin }: Child, clients: number, seconds: number) => ({
    url: origin + path,
    headers,
    clients,
    seconds,
  })
  for (const server of servers) await measureRate(buildLoad(server, 32, warmUpSeconds))
  const rows: Row[] = []
  for (const [clients, aim] of Object.entries(aims)) {
    const sides = servers.map(
      (server) => () => measureCost(buildLoad(server, Number(clients), 1), { database: server.pid, node: server.pid }),
    )
    const [ours = [], theirs = [], ofKoa = []] = await interleaved(rounds, sides)
    const against = 'node:http'
    rows.push(
      ...costRows({ what: `${what}, ${clients} clients`, against, aim }, ours, theirs).slice(0, 2),
      ...costRows({ what: `${what} by plain Koa, ${clients} clients`, against, aim: '' }, ofKoa, theirs).slice(0, 2),
    )
  }
  await Promise.all([bare.stop(), koa.stop()])
  return rows
}
