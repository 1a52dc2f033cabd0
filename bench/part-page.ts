import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { buildSite } from '../scripts/build.ts'
import { ensureBrowser } from '../scripts/test/browser.ts'
import { buildWithoutFederation } from './home-javascript.ts'
import { median, startSite } from './pages.ts'
import type { Row } from './table.ts'

/** Pages, each with a heading that it has once its own script has drawn it. */
const pages = { '/': 'Two days of disc, one table.', '/dinner/info': 'Schedule' } as const
type Path = keyof typeof pages

interface Visited {
  /** Compressed kilobytes of scripts that came before the page was drawn. */
  readonly scripts: number
  /** Largest contentful paint, in milliseconds. */
  readonly paint: number
  /** Milliseconds until the page's own script has drawn it. Before, it shows what the server sent. */
  readonly drawn: number
}

/** A slow network and a slow processor, as Lighthouse simulates them. */
const slowNetwork = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 }
const slowdown = 4

async function visit(browser: Browser, url: string, heading: string): Promise<Visited> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 412, height: 823 } })
  try {
    const page = await context.newPage()
    const tools = await context.newCDPSession(page)
    const scripts = new Set<string>()
    let bytes = 0
    tools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
    tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', slowNetwork)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(url)
    await page.getByRole('main').getByRole('heading', { name: heading }).first().waitFor()
    const drawn = await page.evaluate(() => performance.now())
    const scriptsUntilDrawn = bytes / 1000
    await page.waitForLoadState('load')
    const paint = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          }),
        ),
    )
    return { scripts: scriptsUntilDrawn, paint, drawn }
  } finally {
    await context.close()
  }
}

/** Elements that load our own scripts, and hints for them. The font stays, because both sides have the same. */
const ownScripts = /<(?:script|link)\b(?![^>]*as="font")[^>]*?="\/parts\/[^"]*"[^>]*>(?:<\/script>)?/g
const ownStyles = /<style>[^<]*<\/style>/

/** Serves the site with the scripts and styles of its pages replaced by one bundle, which is sent with the same headers. */
async function serveAsOneBundle(site: string, folder: string) {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = built.match(ownScripts)?.filter((element) => element.startsWith('<script')) ?? []
  const sheet = /href="\/parts\/shell\/([^"]+\.css)"/.exec(built)?.[1] ?? ''
  const styles = readFileSync(join(folder, sheet), 'utf8').replaceAll(/url\(\.\.\//g, 'url(/parts/shell/')
  const script = /src="([^"]+)"/.exec(await (await fetch(site)).text())?.[1]
  const { headers: scriptHeaders } = await fetch(site + script)
  const compressedFiles = new Map<string, Buffer>()
  const send = (response: ServerResponse, content: Buffer, type: string) =>
    response
      .writeHead(200, { ...Object.fromEntries(scriptHeaders), ...headersOfContent(content), 'content-type': type })
      .end(content)
  const server = createServer(async (request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', site)
    if (path.startsWith('/parts/shell/') && /^\.(js|css|woff2)$/.test(extname(path))) {
      const file = join(folder, path.slice('/parts/shell/'.length))
      // Files that the shell fetches at rest have other names in the one bundle.
      if (!existsSync(file)) return void response.writeHead(404).end()
      const content = compressedFiles.get(file) ?? brotliCompressSync(readFileSync(file))
      compressedFiles.set(file, content)
      const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
      return void send(response, content, types[extname(path)] ?? 'font/woff2')
    }
    const answer = await fetch(site + request.url, { method: request.method ?? 'GET' })
    const type = answer.headers.get('content-type') ?? ''
    const content = Buffer.from(await answer.arrayBuffer())
    if (!type.startsWith('text/html'))
      return void response.writeHead(answer.status, { 'content-type': type }).end(content)
    const page = content
      .toString()
      .replaceAll(ownScripts, '')
      .replace(ownStyles, () => `<style>${styles}</style>`)
      .replace('</head>', () => `${scripts.join('')}</head>`)
    send(response, brotliCompressSync(page), type)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

const headersOfContent = (content: Buffer) => ({ 'content-encoding': 'br', 'content-length': String(content.length) })

/** Compares Home and a page of a part with the same app built as one bundle, in turns on a slow phone. */
export async function measurePartPage(rounds: number): Promise<Row[]> {
  await buildSite()
  const folder = mkdtempSync(join(tmpdir(), 'ultimate-bench-'))
  await buildWithoutFederation(folder)
  const site = await startSite()
  const oneBundle = await serveAsOneBundle(site.origin, folder)
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  try {
    const rows: Row[] = []
    for (const path of Object.keys(pages) as Path[]) {
      const [ours, theirs]: [Visited[], Visited[]] = [[], []]
      while (ours.length < rounds) {
        ours.push(await visit(browser, site.origin + path, pages[path]))
        theirs.push(await visit(browser, oneBundle.origin + path, pages[path]))
      }
      rows.push(buildRow(`${path} JavaScript (brotli)`, 'kB', '≤ 1.2', [ours, theirs], ({ scripts }) => scripts))
      rows.push(buildRow(`${path} largest paint, slow phone`, 'ms', '≤ 1.1', [ours, theirs], ({ paint }) => paint))
      rows.push(
        buildRow(`${path} drawn by its script, slow phone`, 'ms', '≤ 1.1', [ours, theirs], ({ drawn }) => drawn),
      )
    }
    return rows
  } finally {
    await browser.close()
    oneBundle.stop()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildRow(
  what: string,
  unit: string,
  aim: string,
  visits: readonly [readonly Visited[], readonly Visited[]],
  of: (visited: Visited) => number,
): Row {
  const [ours = 0, theirs = 0] = visits.map((side) => median(side.map(of)))
  return { what, unit, ours, against: 'one bundle', theirs, ratio: ours / theirs, aim }
}
