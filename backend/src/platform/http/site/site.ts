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
import { type Encoding, encodings, pageMaker, type RenderedPage } from './page.ts'
import { asBuilt, type Choice, type PartHost, type PartReleases, partHost, type ReadCookie } from './part-releases.ts'
import { nameRelease, releaseFinder } from './release-finder.ts'
import { partFinder } from './remotes.ts'

const defaultDist = resolve(import.meta.dirname, '../../../../../dist')

/** The header that names the release in every answer, so that open pages notice another release. */
export const releaseHeader = 'x-release'

const appManifest = '/manifest.webmanifest'

export interface SiteOptions {
  /** The variable REMOTES. */
  readonly remotes: string | null
  readonly gatePassword: string | null
  /** Signs the cookie that opens the gate. */
  readonly authSecret: string
  /** The variable SMTP_URL. */
  readonly smtpUrl?: string | null
  /** Names of the parts that come with the site. */
  readonly parts: readonly string[]
  /** The version of the interface that the backend serves, by module. */
  readonly interfaces?: Readonly<Record<string, string>>
  /** Returns what was released of parts beside what came with the site; asked for once it is there. */
  readonly releases?: () => PartReleases | null
  /** The origins of pages that our pages embed. */
  readonly embeddedOrigins?: readonly string[]
  /** The address at which visitors reach the site. */
  readonly siteUrl?: string
  /** Reads the settings of the edition that visitors see. */
  readonly facts: () => Promise<FactsOfYear>
  /** Reads the years of past editions. */
  readonly pastYears?: () => Promise<readonly number[]>
  /** The folder with the built bundles, one folder each. */
  readonly dist?: string
}

/** Serves the built shell and parts, and at each address that is no file the page that loads them. */
export function createSite(options: SiteOptions): Site & { readonly host: PartHost } {
  const { remotes: setting, smtpUrl = null, parts, embeddedOrigins = [], dist = defaultDist } = options
  const { siteUrl = 'http://localhost', interfaces = {}, releases = () => null } = options
  const finder = partFinder(parts, setting, dist)
  const pages = pageMaker({ mails: smtpUrl !== null, interfaces, dist, siteUrl })
  const release = releaseFinder({ shell: pages.shell, builtIn: finder.list, releases })
  const edition = editionReader(options.facts, options.pastYears ?? (async () => []))
  const { folders } = finder
  const isHttps = new URL(siteUrl).protocol === 'https:'
  const siteGate = gate(options)
  return {
    sources: {
      scripts: folders,
      styles: folders,
      fonts: folders,
      images: folders,
      // Before pages frame another service, they check that it answers, because a frame does not report a failure.
      connections: [...folders, ...embeddedOrigins],
      frames: embeddedOrigins,
    },
    host: partHost({ parts: finder.list, offer: pages.offer, dist, releases }),
    release: release.known,
    async serve(context) {
      const { path } = context
      const isFileAddress = path.startsWith('/parts/') || /\.\w+$/.test(path)
      // Source maps are not public: the teams see the places in the sources with the errors of their parts.
      if (path.endsWith('.map')) return byKoa
      if (path.startsWith('/parts/')) await servePart(context, path.slice('/parts'.length), { dist, releases })
      else if (path === appManifest) await serveManifest(context)
      else if (isFileAddress) await serveFile(context, path, resolve(dist, 'shell/root'))
      if (isFileAddress && !isUnknownAddress(context)) return byKoa
      return servePage(context)
    },
  }

  /** Serves the manifest of the app with the edition's name and the club's colors. */
  async function serveManifest(context: Context): Promise<void> {
    const text = await readFile(resolve(dist, 'shell/root', `.${appManifest}`), 'utf8').catch(() => null)
    if (text === null) return
    const shownEdition = await edition()
    const { words } = shownEdition
    // The words stand within strings of the manifest.
    const jsonWords = Object.entries(words).map(([name, word]) => [name, JSON.stringify(word).slice(1, -1)])
    context.type = 'application/manifest+json'
    context.body = fillFacts(inThemeColor(text, shownEdition), Object.fromEntries(jsonWords))
    context.etag = tagContent(String(context.body))
    context.set('cache-control', 'no-cache')
    if (context.fresh) context.status = 304
  }

  async function servePage(context: Context): Promise<ServedPage> {
    const { path } = context
    const cookie = createCookieReader(context)
    const [{ shell, builtIn }, shownEdition] = await Promise.all([release.look(cookie), edition()])
    const choice = releases()?.known().choose(builtIn, cookie, true) ?? asBuilt(builtIn)
    const isOpen = siteGate.isOpen(cookie(gateCookie))
    const pagePath = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    const page = await pages.page(pagePath, choice, { gate: isOpen ? 'open' : 'closed', edition: shownEdition })
    const isPersonal = choice.isPersonal || siteGate.enabled
    const headers = {
      [releaseHeader]: nameRelease(shell, choice.found),
      'cache-control': isPersonal ? 'private, no-cache' : 'no-cache',
      vary: joinVary(context, isPersonal ? ['Cookie', 'Accept-Encoding'] : ['Accept-Encoding']),
      ...(choice.cookie && { 'set-cookie': cookieLine(choice.cookie, isHttps) }),
    }
    return { extras: page.extras, reply: pageReply(context, page, headers) }
  }
}

/** Returns whether a visitor goes to an address with a dot that is no file. A page that loads such a file gets 404. */
function isUnknownAddress(context: Context): boolean {
  if (context.body || context.status !== 404 || context.path.startsWith('/parts/')) return false
  const dest = context.get('sec-fetch-dest')
  const isVisit = dest ? dest === 'document' : /\btext\/html\b/.test(context.get('accept'))
  context.vary(['Accept', 'Sec-Fetch-Dest'])
  if (!isVisit) return false
  // Unlike files, pages are for this origin only.
  context.remove('access-control-allow-origin')
  context.set('cross-origin-resource-policy', 'same-origin')
  return true
}

/** An answer that Koa sends, with the policy of all pages. */
export const byKoa: ServedPage = { extras: { styles: [], scripts: [], folders: [] }, reply: null }

/** Returns the headers by which the answer varies: those that a search for a file has set, and these. */
function joinVary({ response }: Context, names: readonly string[]): string {
  const earlier = response.get('vary')
  return earlier ? [...new Set([...earlier.split(/, */), ...names])].join(', ') : names.join(', ')
}

function cookieLine({ name, value, maxAgeSeconds }: NonNullable<Choice['cookie']>, https: boolean): string {
  const secure = https ? '; Secure' : ''
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}

function pageReply(context: Context, { etag, body }: RenderedPage, otherHeaders: ReplyHeaders): Reply {
  const headers = { ...otherHeaders, etag }
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

/** The encoding for the last request, cached because nearly all browsers accept the same. */
let lastAccepted: { readonly header: string | undefined; readonly coding: Encoding } = {
  header: undefined,
  coding: 'identity',
}

function codingFor(context: Context): Encoding {
  const header = context.headers['accept-encoding']?.toString()
  if (lastAccepted.header === header) return lastAccepted.coding
  const coding = encodings.find((encoding) => context.acceptsEncodings(encoding)) ?? 'identity'
  lastAccepted = { header, coding }
  return coding
}

/** Other origins, and folders of them (`https://example.org/part/`), from which the policy lets pages load. */
export interface PageSources {
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
  readonly connections?: readonly string[]
  readonly images?: readonly string[]
  readonly fonts?: readonly string[]
  readonly frames?: readonly string[]
}

/** Everything outside /api: the pages of the site and the files of which they are made. */
export interface Site {
  readonly sources: PageSources
  /** Returns the release that this visitor's pages would load now; null until it is known. */
  release(cookie: ReadCookie): string | null
  /** Answers a GET or HEAD outside /api. A context left without a status or body becomes a plain 404. */
  serve(context: Context): Promise<ServedPage>
}

/** The answer for an address. */
export interface ServedPage {
  readonly extras: PageExtras
  /** Null if the context has the answer: Koa sends files. */
  readonly reply: Reply | null
}

/** A page adds these to the Content-Security-Policy of all pages; the same page always passes the same object. */
export interface PageExtras {
  /** Digests of the styles in the page. */
  readonly styles: readonly string[]
  /** Digests of the scripts in the page. */
  readonly scripts: readonly string[]
  /** Folders on other origins from which the page loads parts. */
  readonly folders: readonly string[]
}
