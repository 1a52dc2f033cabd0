import { resolve } from 'node:path'
import { send } from '@koa/send'
import type { Context } from 'koa'
import { encodings, pageMaker, type RenderedPage } from './page.ts'
import { findRemotes } from './remotes.ts'

const defaultDist = resolve(import.meta.dirname, '../../../../../dist')

/** Names the release in every answer, so that open pages learn that there is another one. */
export const releaseHeader = 'x-release'

/** Names with a digest never mean anything else. */
const hashed = /\.[0-9a-f]{10}\.\w+(\.map)?$/
const yearMs = 365 * 24 * 60 * 60 * 1000

export interface SiteOptions {
  /** Variable REMOTES. */
  readonly remotes: string | null
  readonly gatePassword: string | null
  /** Variable SMTP_URL. */
  readonly smtpUrl?: string | null
  /** Names of the parts that come with the site. */
  readonly parts: readonly string[]
  /** By module, the version of the interface that the backend serves. */
  readonly interfaces?: Readonly<Record<string, string>>
  /** From which pages are embedded. */
  readonly embeddedOrigins?: readonly string[]
  /** Where visitors reach the site. */
  readonly siteUrl?: string
  /** Folder of the built bundles, one folder each. */
  readonly dist?: string
}

/** The built shell and parts, and the page that loads them at any address that is no file. */
export function createSite(options: SiteOptions): Site {
  const { remotes: setting, gatePassword, smtpUrl = null, parts, embeddedOrigins = [], dist = defaultDist } = options
  const { siteUrl = 'http://localhost', interfaces = {} } = options
  const remotes = findRemotes(parts, setting, dist)
  const pages = pageMaker({
    gate: gatePassword !== null,
    mails: smtpUrl !== null,
    remotes: remotes.list,
    interfaces,
    dist,
    siteUrl,
  })
  const release = releaseNames(async () => named(await pages.release()))
  const { folders } = remotes
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
    release: release.known,
    async serve(context) {
      const { path } = context
      if (path.startsWith('/parts/')) await serveFile(context, path.slice('/parts'.length), dist)
      else if (/\.\w+$/.test(path)) await serveFile(context, path, resolve(dist, 'shell/root'))
      else {
        const page = await pages.page(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
        answerPage(context, page, await release.look())
        return page.styles
      }
      return []
    },
  }
}

/** As the header names it: `shell=1a2b3c,part=4d5e6f`. */
const named = (release: Readonly<Record<string, string>>): string =>
  Object.entries(release)
    .map(([name, digest]) => `${name}=${digest}`)
    .join()

/** How old an answer about the release may be. */
const releaseFreshMs = 5_000

/**
 * `look` finds the release of now. `known` tells what was found last, without waiting; what is older is looked up again
 * for those who ask next. A page is made of what is found now, so `known` never tells less than a page that was sent.
 */
function releaseNames(find: () => Promise<string>) {
  let found: { readonly at: number; readonly release: string } | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async (): Promise<string> => {
    const at = performance.now()
    lookedAt = at
    const release = await find()
    // One that began earlier may end later.
    if (!found || found.at <= at) found = { at, release }
    return release
  }
  const known = (): string | null => {
    if (performance.now() - lookedAt >= releaseFreshMs) look().catch(() => undefined)
    return found?.release ?? null
  }
  return { look, known }
}

function answerPage(context: Context, { etag, body }: RenderedPage, release: string): void {
  context.set(releaseHeader, release)
  context.set('cache-control', 'no-cache')
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

/** Leaves the context untouched where there is no such file. */
async function serveFile(context: Context, path: string, root: string): Promise<void> {
  const immutable = hashed.test(path)
  // Parts may be loaded by a shell of another origin.
  context.set('access-control-allow-origin', '*')
  context.set('cross-origin-resource-policy', 'cross-origin')
  context.vary('Accept-Encoding')
  try {
    await send(context, path, { root, immutable, maxAge: immutable ? yearMs : 0, index: false })
  } catch (error) {
    if ((error as { status?: number }).status !== 404 && (error as { status?: number }).status !== 403) throw error
  }
  if (!immutable) context.set('cache-control', 'no-cache')
  if (context.fresh) context.status = 304
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
  /** What pages would load now; null until it is known. */
  release(): string | null
  /**
   * Answers a GET or HEAD outside /api. A context left without a status or body becomes a plain 404. Resolves to the
   * digests of the styles that stand in the answer itself, as the Content-Security-Policy names them.
   */
  serve(context: Context): Promise<readonly string[]>
}
