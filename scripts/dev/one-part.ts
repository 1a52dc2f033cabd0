import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { type Configuration, rspack } from '@rspack/core'
import { missingFor, type Offer } from '../../backend/src/platform/http/site/announcement.ts'
import { describeFrame, type Frame, readFrames, sourceMapsIn } from '../../backend/src/releases/read/stack-trace.ts'
import type { AnnouncedPart } from '../../events/src/platform/part.ts'
import { describePart } from '../part-descriptions.ts'

interface OnePart {
  readonly name: string
  /** The folder of its package, relative to the root of the repository. */
  readonly folder: string
  /** The running site that everything else comes from. */
  readonly site: string
  readonly port: number
  readonly host: string
}

export interface Developed {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Serves a running site with one part taken from this working copy. Only that part is built, again with every change,
 * after which open pages reload. It is built as for a release, because it has to run with the React of that site's
 * shell.
 */
export async function developPart(part: OnePart): Promise<Developed> {
  const out = mkdtempSync(join(tmpdir(), `dev-${part.name}-`))
  const pages = new Set<ServerResponse>()
  const offer = await readOffer(part.site)
  const misfit = await describeMisfit(part.folder, offer)
  if (misfit !== null) console.error(misfit)
  const locateInSource = sourceMapsIn(out)
  const stopBuilding = await buildWithChanges(part, out, () => {
    for (const page of pages) page.write('data: changed\n\n')
  })
  const ownPath = `/parts/${part.name}/`
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://dev').pathname
    const file = path.startsWith(ownPath) ? join(out, path.slice(ownPath.length)) : null
    if (path === `${ownPath}changes`) return streamChanges(response, pages)
    if (file && existsSync(file) && extname(file)) return sendFile(response, file, ownPath)
    const answer =
      path === '/api/part-errors'
        ? reportThrown(request, response, async (message, frames) => {
            const calls = await Promise.all(frames.map(locateInSource))
            const thrown = [message, ...calls.map((call) => `    at ${describeFrame(call)}`)].join('\n')
            console.error(`The ${part.name} part threw: ${thrown}`)
            for (const page of pages) page.write(`event: thrown\ndata: ${JSON.stringify(thrown)}\n\n`)
          })
        : forward(part, offer, request, response)
    answer.catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
      response.end(`${part.site} does not answer: ${error instanceof Error ? error.message : error}\n`)
    })
  })
  server.listen(part.port, part.host)
  await once(server, 'listening')
  return {
    url: `http://${part.host}:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await stopBuilding()
      rmSync(out, { recursive: true, force: true })
    },
  }
}

/** Builds the part now, and again with every change, after which it calls `onChange`. Prints errors in the code. */
async function buildWithChanges(
  { name, folder }: OnePart,
  out: string,
  onChange: () => void,
): Promise<() => Promise<void>> {
  // The configuration reads this when it is loaded.
  process.env.NODE_ENV ??= 'production'
  const { partBundle } = await import('../../rspack.config.ts')
  const bundle: Configuration = partBundle(name, folder)
  const compiler = rspack({
    ...bundle,
    output: { ...bundle.output, path: out },
    devtool: 'source-map',
    optimization: { ...bundle.optimization, minimize: false },
  })
  let isBuilt = false
  const first = Promise.withResolvers<void>()
  const watching = compiler.watch({ ignored: /[\\/]node_modules[\\/]/ }, (error, stats) => {
    if (error || stats?.hasErrors()) {
      console.error(error ?? stats?.toString({ all: false, errors: true }))
      return
    }
    if (isBuilt) onChange()
    isBuilt = true
    first.resolve()
  })
  await first.promise
  return () => new Promise((stopped) => watching?.close(() => compiler.close(() => stopped())))
}

function streamChanges(response: ServerResponse, pages: Set<ServerResponse>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': waiting for a change\n\n')
  pages.add(response)
  response.on('close', () => pages.delete(response))
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Runs in the page: loads it again after a change, and shows what the part threw, which the site's own panel hides. */
const listenForChanges = `(address) => {
  const changes = new EventSource(address)
  changes.onmessage = () => location.reload()
  changes.addEventListener('thrown', ({ data }) => {
    const shown = document.querySelector('#thrown') ?? document.createElement('pre')
    shown.id = 'thrown'
    shown.style.cssText = 'position:fixed;inset:auto 0 0;z-index:9999;max-height:50vh;overflow:auto;margin:0;padding:1rem;color:#fff;background:#8b1a1a'
    shown.textContent = JSON.parse(data)
    document.body.append(shown)
  })
}`

/** Adds the script that listens for changes to the part's entry, because the site's policy allows no script in pages. */
function sendFile(response: ServerResponse, file: string, ownPath: string): void {
  const content = readFileSync(file)
  response.writeHead(200, {
    'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-store',
  })
  response.write(content)
  if (/remoteEntry[^/]*\.js$/.test(file)) response.write(`\n;(${listenForChanges})('${ownPath}changes')`)
  response.end()
}

/** Headers of one connection, and those that would be wrong for a forwarded answer, which is not compressed any more. */
const notForwarded = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host', 'content-length', 'accept-encoding'],
  ...['content-encoding', 'set-cookie', 'strict-transport-security', 'etag', 'if-none-match'],
])

function buildHeaders(request: IncomingMessage, site: string): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (!notForwarded.has(name) && value !== undefined) headers.set(name, String(value))
  // The site takes writes only from its own pages.
  if (headers.has('origin')) headers.set('origin', new URL(site).origin)
  return headers
}

/** Shows the developer an error that a page reports. It is not forwarded, because it is no error of the running site. */
async function reportThrown(
  request: IncomingMessage,
  response: ServerResponse,
  show: (message: string, frames: readonly Frame[]) => Promise<void>,
): Promise<void> {
  const { message, stack = '' } = JSON.parse(await text(request)) as { message: string; stack?: string }
  await show(message, readFrames(stack))
  response.writeHead(204).end()
}

/** Reads what the running site offers to its parts. What the site does not show is left out. */
export async function readOffer(site: string): Promise<Partial<Offer>> {
  const read = async <Answer>(path: string): Promise<Partial<Answer>> => {
    const answer = await fetch(new URL(path, site)).catch(() => null)
    return (answer?.ok && (await answer.json().catch(() => null))) || {}
  }
  const [{ tags = [] }, { contracts, shares }] = await Promise.all([
    read<{ tags: { name: string; 'x-version'?: string }[] }>('/api/openapi.json'),
    read<Pick<Offer, 'contracts' | 'shares'>>('/parts/shell/first-answers.json'),
  ])
  const versions = tags.flatMap((tag) => (tag['x-version'] ? [[tag.name, tag['x-version']] as const] : []))
  return {
    ...(versions.length > 0 && { interfaces: Object.fromEntries(versions) }),
    ...(contracts && shares && { contracts, shares }),
  }
}

/** Returns a sentence on why the part of this working copy does not fit the running site; null where it does. */
export async function describeMisfit(folder: string, offer: Partial<Offer>): Promise<string | null> {
  const { contracts = [0], shares = {}, interfaces = {} } = offer
  const { area, contract, needs } = await describePart(folder)
  const { '@ultimate/kit': kit = '*' } = packageIn(folder).dependencies
  // A requirement counts as met where the site does not show what it offers.
  const part = { area, contract: offer.contracts ? contract : '*', needs: offer.interfaces ? needs : {} }
  const used = offer.shares ? { '@ultimate/kit': kit } : {}
  const missing = missingFor(part, { contracts, shares, interfaces }, used)
  return missing && `${missing}.`
}

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

const packageIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', folder, 'package.json'), 'utf8'))

async function forward(
  part: OnePart,
  offer: Partial<Offer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const answer = await fetch(new URL(request.url ?? '/', part.site), {
    method: request.method ?? 'GET',
    headers: buildHeaders(request, part.site),
    redirect: 'manual',
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(request) as BodyInit, duplex: 'half' }),
  })
  const forwarded: Record<string, string | string[]> = {}
  for (const [name, value] of answer.headers) if (!notForwarded.has(name)) forwarded[name] = value
  // The cookies have to work at this address, which is not encrypted.
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replaceAll(/;\s*(secure|domain=[^;]*)/gi, ''))
  response.writeHead(answer.status, { ...forwarded, ...(cookies.length > 0 && { 'set-cookie': cookies }) })
  if (answer.headers.get('content-type')?.startsWith('text/html'))
    response.end(await withOwnPart(part, await describeMisfit(part.folder, offer), await answer.text()))
  else if (answer.body)
    Readable.fromWeb(answer.body as ReadableStream)
      .on('error', () => response.end())
      .pipe(response)
  else response.end()
}

const settingsScript = /(<script type="application\/json" id="page-settings">)(.*?)(<\/script>)/s

/** Returns the site's page with the part of this working copy: its description and its files. */
async function withOwnPart({ name, folder }: OnePart, misfit: string | null, page: string): Promise<string> {
  const description = await describePart(folder)
  const { version } = packageIn(folder)
  const own: AnnouncedPart = {
    ...description,
    name,
    version,
    manifest: `/parts/${name}/mf-manifest.json`,
    entry: null,
    integrity: null,
    misfit,
  }
  return page.replace(settingsScript, (_, start: string, text: string, end: string) => {
    const { remotes, ...others } = JSON.parse(text) as { remotes: AnnouncedPart[] }
    const elsewhere = remotes.filter((remote) => remote.name !== name)
    // The site announces its own releases, which are not those of this page.
    const changed = { ...others, remotes: [...elsewhere, own], release: null }
    return `${start}${JSON.stringify(changed).replaceAll('<', '\\u003c')}${end}`
  })
}
