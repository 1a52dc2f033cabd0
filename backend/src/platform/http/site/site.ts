import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { fillFacts } from '@ultimate/events/language/fill-facts.ts'
import type { Context } from 'koa'
import { isKnown } from '../answer/answer-reply.ts'
import type { Reply, ReplyHeaders } from '../answer/reply.ts'
import { gate, gateCookie } from '../middleware/gate.ts'
import { createCookieReader } from '../request/caller.ts'
import { editionReader, inThemeColor } from './edition.ts'
import { serveFile, servePart, tagContent } from './files.ts'
import { buildRelease, type Encoding, encodings, pageMaker, type RenderedPage } from './page.ts'
import { asBuilt, type Choice, type PartHost, type PartReleases, partHost, type ReadCookie } from './part-releases.ts'
import { type FoundRemote, findRemotes } from './remotes.ts'

const defaultDist = resolve(import.meta.dirname, '../../../../../dist')

/** Names the release in every answer, so that open pages learn that there is another one. */
export const releaseHeader = 'x-release'

const appManifest = '/manifest.webmanifest'

export interface SiteOptions {
  /** Variable REMOTES. */
  readonly remotes: string | null
  readonly gatePassword: string | null
  /** Signs the cookie that opens the gate. */
  readonly authSecret: string
  /** Variable SMTP_URL. */
  readonly smtpUrl?: string | null
  /** Names of the parts that come with the site. */
  readonly parts: readonly string[]
  /** The version of the interface that the backend serves, by module. */
  readonly interfaces?: Readonly<Record<string, string>>
  /** Returns what was released of parts beside what came with the site; asked for once it is there. */
  readonly releases?: () => PartReleases | null
  /** The origins from which pages are embedded. */
  readonly embeddedOrigins?: readonly string[]
  /** The address at which visitors reach the site. */
  readonly siteUrl?: string
  /** Reads what is set about the edition that visitors see. */
  readonly facts: () => Promise<FactsOfYear>
  /** The years of editions that are over. */
  readonly pastYears?: () => Promise<readonly number[]>
  /** Folder of the built bundles, one folder each. */
  readonly dist?: string
}

/** The built shell and parts, and the page that loads them at any address that is no file. */
export function createSite(options: SiteOptions): Site & { readonly host: PartHost } {
  const { remotes: setting, smtpUrl = null, parts, embeddedOrigins = [], dist = defaultDist } = options
  const { siteUrl = 'http://localhost', interfaces = {}, releases = () => null } = options
  const remotes = findRemotes(parts, setting, dist)
  const pages = pageMaker({
    mails: smtpUrl !== null,
    interfaces,
    dist,
    siteUrl,
  })
  const release = releaseNames(releases, async (cookie) => {
    const [shell, base] = await Promise.all([pages.shell(), remotes.list(), releases()?.current(cookie)])
    return { shell, base }
  })
  const edition = editionReader(options.facts, options.pastYears ?? (async () => []))
  const { folders } = remotes
  const isHttps = new URL(siteUrl).protocol === 'https:'
  const theGate = gate(options)
  return {
    sources: {
      scripts: folders,
      styles: folders,
      fonts: folders,
      images: folders,
      // Pages ask whether the service can be reached before they frame it: a frame does not report that it is empty.
      connections: [...folders, ...embeddedOrigins],
      frames: embeddedOrigins,
    },
    host: partHost({ remotes: remotes.list, offer: pages.offer, dist, releases }),
    release: release.known,
    async serve(context) {
      const { path } = context
      const isFile = path.startsWith('/parts/') || /\.\w+$/.test(path)
      // Source maps are for the teams alone, who get what they lead to with the errors of their part.
      if (path.endsWith('.map')) return byKoa
      if (path.startsWith('/parts/')) await servePart(context, path.slice('/parts'.length), { dist, releases })
      else if (path === appManifest) await serveManifest(context)
      else if (isFile) await serveFile(context, path, resolve(dist, 'shell/root'))
      if (isFile && !isUnknownAddress(context)) return byKoa
      return servePage(context)
    },
  }

  /** It names the app after the edition, and has the colors of its club. */
  async function serveManifest(context: Context): Promise<void> {
    const text = await readFile(resolve(dist, 'shell/root', `.${appManifest}`), 'utf8').catch(() => null)
    if (text === null) return
    const shown = await edition()
    const { words } = shown
    const inJson = Object.entries(words).map(([name, word]) => [name, JSON.stringify(word).slice(1, -1)])
    context.type = 'application/manifest+json'
    context.body = fillFacts(inThemeColor(text, shown), Object.fromEntries(inJson))
    context.etag = tagContent(String(context.body))
    context.set('cache-control', 'no-cache')
    if (context.fresh) context.status = 304
  }

  async function servePage(context: Context): Promise<ServedPage> {
    const { path } = context
    const cookie = createCookieReader(context)
    const [{ shell, base }, shown] = await Promise.all([release.look(cookie), edition()])
    const choice = releases()?.known().choose(base, cookie, true) ?? asBuilt(base)
    const isOpen = theGate.isOpen(cookie(gateCookie))
    const asked = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    const page = await pages.page(asked, choice, { gate: isOpen ? 'open' : 'closed', edition: shown })
    const isPersonal = choice.isPersonal || theGate.enabled
    const headers = {
      [releaseHeader]: nameRelease(shell, choice.found),
      'cache-control': isPersonal ? 'private, no-cache' : 'no-cache',
      vary: varying(context, isPersonal ? ['Cookie', 'Accept-Encoding'] : ['Accept-Encoding']),
      ...(choice.cookie && { 'set-cookie': cookieLine(choice.cookie, isHttps) }),
    }
    return { extras: page.extras, reply: pageReply(context, page, headers) }
  }
}

/** A visitor goes to an address with a dot that is no file of the site, which is an unknown one: not what a page asks for. */
function isUnknownAddress(context: Context): boolean {
  if (context.body || context.status !== 404 || context.path.startsWith('/parts/')) return false
  const dest = context.get('sec-fetch-dest')
  const isVisit = dest ? dest === 'document' : /\btext\/html\b/.test(context.get('accept'))
  context.vary(['Accept', 'Sec-Fetch-Dest'])
  if (!isVisit) return false
  // Unlike files, pages are for this origin alone.
  context.remove('access-control-allow-origin')
  context.set('cross-origin-resource-policy', 'same-origin')
  return true
}

/** An answer of Koa, whose policy is that of all. */
export const byKoa: ServedPage = { extras: { styles: [], scripts: [], folders: [] }, reply: null }

/** Returns the headers that the answer varies by: what a look for a file has found, and these. */
function varying({ response }: Context, names: readonly string[]): string {
  const before = response.get('vary')
  return before ? [...new Set([...before.split(/, */), ...names])].join(', ') : names.join(', ')
}

function cookieLine({ name, value, maxAgeSeconds }: NonNullable<Choice['cookie']>, https: boolean): string {
  const secure = https ? '; Secure' : ''
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}

const names = new WeakMap<readonly FoundRemote[], { readonly shell: string; readonly name: string }>()

/** A release as the header names it: `shell=1a2b3c,part=4d5e6f`. It is digested once for each list of parts. */
function nameRelease(shell: string, found: readonly FoundRemote[]): string {
  const known = names.get(found)
  if (known?.shell === shell) return known.name
  const name = Object.entries(buildRelease(shell, found))
    .map(([part, digest]) => `${part}=${digest}`)
    .join()
  names.set(found, { shell, name })
  return name
}

/** The longest age of an answer about the release. */
const releaseFreshMs = 5_000

/** The files that came with the site: the digest of the shell, and the parts. */
interface Built {
  readonly shell: string
  readonly base: readonly FoundRemote[]
}

/**
 * `look` finds the releases of now. `known` gives the ones that were found last for the visitor with these cookies, without
 * waiting, and has older ones looked up again for later requests. Pages are made by `look`, so `known` is never behind a
 * page that was sent.
 */
function releaseNames(releases: () => PartReleases | null, find: (cookie: ReadCookie) => Promise<Built>) {
  let found: { readonly at: number; readonly built: Built } | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async (cookie: ReadCookie): Promise<Built> => {
    const at = performance.now()
    lookedAt = at
    const built = await find(cookie)
    // One that began earlier may end later.
    if (!found || found.at <= at) found = { at, built }
    return built
  }
  const known = (cookie: ReadCookie): string | null => {
    if (performance.now() - lookedAt >= releaseFreshMs) look(cookie).catch(() => undefined)
    if (!found) return null
    const { shell, base } = found.built
    const live = releases()?.known()
    return nameRelease(shell, live ? live.choose(base, cookie, false).found : base)
  }
  return { look, known }
}

function pageReply(context: Context, { etag, body }: RenderedPage, known: ReplyHeaders): Reply {
  const headers = { ...known, etag }
  if (isKnown(context.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  const coding = codingFor(context)
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
    body: body[coding],
  }
}

/** The encoding that the last request accepted: nearly all accept the same. */
let lastAccepted: { readonly header: string | undefined; readonly coding: Encoding } = {
  header: undefined,
  coding: 'identity',
}

function codingFor(context: Context): Encoding {
  const header = context.headers['accept-encoding']?.toString()
  if (lastAccepted.header === header) return lastAccepted.coding
  const coding = encodings.find((one) => context.acceptsEncodings(one)) ?? 'identity'
  lastAccepted = { header, coding }
  return coding
}

/** Origins and folders (with a `/` at the end) beyond our own from which pages may load; each becomes part of the Content-Security-Policy. */
export interface PageSources {
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
  readonly connections?: readonly string[]
  readonly images?: readonly string[]
  readonly fonts?: readonly string[]
  readonly frames?: readonly string[]
}

/** Everything that is not /api: the pages of the site and the files they are made of. */
export interface Site {
  readonly sources: PageSources
  /** Returns what this visitor's pages would load now; null until it is known. */
  release(cookie: ReadCookie): string | null
  /** Answers a GET or HEAD outside /api. A context left without a status or body becomes a plain 404. */
  serve(context: Context): Promise<ServedPage>
}

/** The answer for an address. */
export interface ServedPage {
  readonly extras: PageExtras
  /** Null where the context holds the answer: files are sent by Koa. */
  readonly reply: Reply | null
}

/** The additions of one answer to the Content-Security-Policy of all; the same object for the same page. */
export interface PageExtras {
  /** Digests of the styles that stand in the answer itself. */
  readonly styles: readonly string[]
  /** And of its scripts. */
  readonly scripts: readonly string[]
  /** Folders on other origins from which it loads parts. */
  readonly folders: readonly string[]
}
