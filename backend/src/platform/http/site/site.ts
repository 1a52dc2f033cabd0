import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { send } from '@koa/send'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { fillFacts } from '@ultimate/events/language/fill-facts.ts'
import type { Context } from 'koa'
import { gate, gateCookie } from '../middleware/gate.ts'
import { inThemeColor } from './club-look.ts'
import { editionReader } from './edition.ts'
import { packFile } from './packed-file.ts'
import { encodings, pageMaker, type RenderedPage, releaseOf } from './page.ts'
import { asBuilt, type Choice, type PartHost, type PartReleases, partHost, type ReadCookie } from './part-releases.ts'
import { type FoundRemote, findRemotes, foldersOf } from './remotes.ts'

const defaultDist = resolve(import.meta.dirname, '../../../../../dist')

/** Names the release in every answer, so that open pages learn that there is another one. */
export const releaseHeader = 'x-release'

const appManifest = '/manifest.webmanifest'

/** Names with a digest never mean anything else. */
const hashed = /\.[0-9a-f]{10}\.\w+(\.map)?$/
const yearMs = 365 * 24 * 60 * 60 * 1000

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
  /** By module, the version of the interface that the backend serves. */
  readonly interfaces?: Readonly<Record<string, string>>
  /** What was released of parts beside what came with the site; asked for once it is there. */
  readonly releases?: () => PartReleases | null
  /** Cookies are for https alone. */
  readonly https?: boolean
  /** From which pages are embedded. */
  readonly embeddedOrigins?: readonly string[]
  /** Where visitors reach the site. */
  readonly siteUrl?: string
  /** What is set about the edition that visitors see. */
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
  const release = releaseNames(releases, async () => {
    const [shell, base] = await Promise.all([pages.shell(), remotes.list()])
    await releases()?.current(() => undefined)
    return { shell, base }
  })
  const edition = editionReader(options.facts, options.pastYears ?? (async () => []))
  const choiceFor = async (cookie: ReadCookie): Promise<Choice> => {
    const [base, live] = await Promise.all([remotes.list(), releases()?.current(cookie)])
    return live ? live.choose(base, cookie, true) : asBuilt(base)
  }
  const { folders } = remotes
  const theGate = gate(options)
  return {
    sources: {
      scripts: folders,
      styles: folders,
      fonts: folders,
      images: folders,
      // Pages ask whether the service can be reached before they frame it: a frame does not say that it is empty.
      connections: [...folders, ...embeddedOrigins],
      frames: embeddedOrigins,
    },
    host: partHost({ remotes: remotes.list, offer: pages.offer, dist, releases }),
    release: release.known,
    async serve(context) {
      const { path } = context
      const isFile = path.startsWith('/parts/') || /\.\w+$/.test(path)
      // Source maps are for the teams alone, who get what they lead to with the errors of their part.
      if (path.endsWith('.map')) return nothingBeyond
      if (path.startsWith('/parts/')) await servePart(context, path.slice('/parts'.length), { dist, releases })
      else if (path === appManifest) await serveManifest(context)
      else if (isFile) await serveFile(context, path, resolve(dist, 'shell/root'))
      if (isFile && !isUnknownAddress(context)) return nothingBeyond
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
    context.etag = `W/"${digestOf(String(context.body))}"`
    context.set('cache-control', 'no-cache')
    if (context.fresh) context.status = 304
  }

  async function servePage(context: Context): Promise<PageExtras> {
    const { path } = context
    const cookie = cookiesOf(context)
    const found = await choiceFor(cookie)
    const choice = { ...found, isPersonal: found.isPersonal || theGate.enabled }
    const isOpen = theGate.isOpen(cookie(gateCookie))
    const asked = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    const page = await pages.page(asked, choice, { gate: isOpen ? 'open' : 'closed', edition: await edition() })
    const { shell } = await release.look()
    setPersonal(context, choice, new URL(siteUrl).protocol === 'https:')
    answerPage(context, page, named(releaseOf(shell, choice.found)), choice.isPersonal)
    const { styles, scripts } = page
    return { styles, scripts, folders: foldersOf(choice.found.map(({ remote }) => remote.manifest)) }
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

const nothingBeyond: PageExtras = { styles: [], scripts: [], folders: [] }

type CookieRequest = Pick<Context, 'headers' | 'cookies'>
/** The cookies of this request. */
export const cookiesOf =
  ({ headers, cookies }: CookieRequest): ReadCookie =>
  (name) =>
    headers.cookie ? cookies.get(name) : undefined

/** An answer that depends on the visitor is marked so for caches. */
function setPersonal(context: Context, { isPersonal, cookie }: Choice, https: boolean): void {
  if (isPersonal) context.vary('Cookie')
  if (cookie === null) return
  const { name, value, maxAgeSeconds } = cookie
  const secure = https ? '; Secure' : ''
  context.append('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`)
}

/** As the header names it: `shell=1a2b3c,part=4d5e6f`. */
const named = (release: Readonly<Record<string, string>>): string =>
  Object.entries(release)
    .map(([name, digest]) => `${name}=${digest}`)
    .join()

/** How old an answer about the release may be. */
const releaseFreshMs = 5_000

/** What came with the site: the digest of the shell, and the parts. */
interface Built {
  readonly shell: string
  readonly base: readonly FoundRemote[]
}

/**
 * `look` finds the releases of now. `known` gives the ones that were found last for the visitor with these cookies, without
 * waiting, and has older ones looked up again for later requests. Pages are made by `look`, so `known` is never behind a
 * page that was sent.
 */
function releaseNames(releases: () => PartReleases | null, find: () => Promise<Built>) {
  let found: { readonly at: number; readonly built: Built } | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async (): Promise<Built> => {
    const at = performance.now()
    lookedAt = at
    const built = await find()
    // One that began earlier may end later.
    if (!found || found.at <= at) found = { at, built }
    return built
  }
  const known = (cookie: ReadCookie): string | null => {
    if (performance.now() - lookedAt >= releaseFreshMs) look().catch(() => undefined)
    if (!found) return null
    const { shell, base } = found.built
    const live = releases()?.known()
    return named(releaseOf(shell, live ? live.choose(base, cookie, false).found : base))
  }
  return { look, known }
}

function answerPage(context: Context, { etag, body }: RenderedPage, release: string, isPersonal: boolean): void {
  context.set(releaseHeader, release)
  context.set('cache-control', isPersonal ? 'private, no-cache' : 'no-cache')
  context.set('etag', etag)
  context.vary('Accept-Encoding')
  context.status = 200
  if (context.fresh) {
    context.status = 304
    return
  }
  const encoding = encodings.find((one) => context.acceptsEncodings(one)) ?? 'identity'
  if (encoding !== 'identity') context.set('content-encoding', encoding)
  context.type = 'text/html; charset=utf-8'
  context.body = body[encoding]
}

interface PartFiles {
  readonly dist: string
  readonly releases: () => PartReleases | null
}

async function servePart(context: Context, path: string, { dist, releases }: PartFiles): Promise<void> {
  const [, name = '', version = '', ...file] = path.split('/')
  // `/<part>/<version>/…`, which never means anything else.
  const folder = /^\d/.test(version) ? await releases()?.folderOf(name, version) : null
  if (folder) await serveFile(context, `/${file.join('/')}`, folder, true)
  else await serveFile(context, path, dist)
}

/** Leaves the context untouched where there is no such file. */
async function serveFile(
  context: Context,
  path: string,
  root: string,
  immutable: boolean = hashed.test(path),
): Promise<void> {
  // Parts may be loaded by a shell of another origin.
  context.set('access-control-allow-origin', '*')
  context.set('cross-origin-resource-policy', 'cross-origin')
  context.vary('Accept-Encoding')
  try {
    const file = await send(context, path, { root, immutable, maxAge: immutable ? yearMs : 0, index: false })
    if (file && !immutable) await nameContent(context, file)
    if (context.fresh) context.status = 304
    else if (file) await packFile(context, file)
  } catch (error) {
    if ((error as { status?: number }).status !== 404 && (error as { status?: number }).status !== 403) throw error
  }
  if (!immutable) context.set('cache-control', 'no-cache')
}

/**
 * A release may have older files than the one before it: built earlier, or all of one time. Where the time decided whether a
 * browser has the present one, its manifest and worker would stay those of the release before.
 */
async function nameContent(context: Context, file: string): Promise<void> {
  context.remove('last-modified')
  // Weak, because the same content is also sent compressed.
  context.etag = `W/"${digestOf(await readFile(file))}"`
}

const digestOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64url')

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
  /** What this visitor's pages would load now; null until it is known. */
  release(cookie: ReadCookie): string | null
  /** Answers a GET or HEAD outside /api. A context left without a status or body becomes a plain 404. */
  serve(context: Context): Promise<PageExtras>
}

/** What the Content-Security-Policy of one answer names beyond that of all. */
export interface PageExtras {
  /** Digests of the styles that stand in the answer itself. */
  readonly styles: readonly string[]
  /** And of its scripts. */
  readonly scripts: readonly string[]
  /** Folders on other origins from which it loads parts. */
  readonly folders: readonly string[]
}
