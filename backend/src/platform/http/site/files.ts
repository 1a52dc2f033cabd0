import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { send } from '@koa/send'
import type { Context } from 'koa'
import type { PartReleases } from './part-releases.ts'

/** Names with a digest never mean anything else. */
const hashed = /\.[0-9a-f]{10}\.\w+(\.map)?$/
const yearMs = 365 * 24 * 60 * 60 * 1000

interface PartFiles {
  readonly dist: string
  readonly releases: () => PartReleases | null
}

/** Sends a file of a part: of a release, or of what came with the site. */
export async function servePart(context: Context, path: string, { dist, releases }: PartFiles): Promise<void> {
  const [, name = '', version = '', ...file] = path.split('/')
  // `/<part>/<version>/…`, which never means anything else.
  const folder = /^\d/.test(version) ? await releases()?.findFolder(name, version) : null
  if (folder) await serveFile(context, `/${file.join('/')}`, folder, true)
  else await serveFile(context, path, dist)
}

/** Sends a file. Leaves the context untouched where there is no such file. */
export async function serveFile(
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
  context.etag = tagContent(await readFile(file))
}

/** The entity tag of a content. It is weak, because the same content is also sent compressed. */
export const tagContent = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url')}"`

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Texts become smaller; pictures and fonts are packed already. */
const shrinks = /^(text\/|image\/svg\+xml|application\/(json|javascript|manifest\+json))/
/** Smaller files fit into one packet, so compressing them saves nothing. */
const smallest = 1024

export const compress = {
  br: (content: Buffer, quality: number) =>
    brotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content: Buffer) => zip(content),
}

/**
 * Compresses the file that is about to be sent, where the build laid no compressed one beside it: a file that changes
 * under its name must not have one, which could be that of another release.
 */
async function packFile(context: Context, file: string): Promise<void> {
  const { response } = context
  if (response.get('content-encoding') || !shrinks.test(response.type) || (response.length ?? 0) < smallest) return
  const encoding = context.acceptsEncodings('br', 'gzip', 'identity')
  if (encoding !== 'br' && encoding !== 'gzip') return
  const content = await readFile(file)
  context.body = await (encoding === 'br' ? compress.br(content, 5) : compress.gzip(content))
  context.set('content-encoding', encoding)
}
