import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { send } from '@koa/send'
import type { Context } from 'koa'
import type { PartReleases } from './part-releases.ts'

/** A name with a digest always has the same content. */
const hashed = /\.[0-9a-f]{10}\.\w+(\.map)?$/
const yearMs = 365 * 24 * 60 * 60 * 1000

interface PartFiles {
  readonly dist: string
  readonly releases: () => PartReleases | null
}

/** Sends a file of a part: of a release, or of what came with the site. */
export async function servePart(context: Context, path: string, { dist, releases }: PartFiles): Promise<void> {
  const [, name = '', version = '', ...file] = path.split('/')
  // `/<part>/<version>/…` is a release, whose files never change.
  const folder = /^\d/.test(version) ? await releases()?.findFolder(name, version) : null
  if (folder) await serveFile(context, `/${file.join('/')}`, folder, true)
  else await serveFile(context, path, dist)
}

/** Sends a file. Leaves the context without an answer if there is no such file. */
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
    if (file && !immutable) await tagFile(context, file)
    if (context.fresh) context.status = 304
    else if (file) await compressFile(context, file)
  } catch (error) {
    if ((error as { status?: number }).status !== 404 && (error as { status?: number }).status !== 403) throw error
  }
  if (!immutable) context.set('cache-control', 'no-cache')
}

/**
 * Identifies a file by its content instead of its time. The files of a release may be older than those of the previous
 * release, or all have one time: then a browser would go on using the previous manifest and worker.
 */
async function tagFile(context: Context, file: string): Promise<void> {
  context.remove('last-modified')
  context.etag = tagContent(await readFile(file))
}

/** The entity tag of a content. It is weak, because the same content is also sent compressed. */
export const tagContent = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url')}"`

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Texts become smaller; pictures and fonts are compressed already. */
const texts = /^(text\/|image\/svg\+xml|application\/(json|javascript|manifest\+json))/
/** Smaller files fit into one packet, so compressing them saves nothing. */
const minLength = 1024

export const compress = {
  br: (content: Buffer, quality: number) =>
    brotliAsync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content: Buffer) => gzipAsync(content),
}

/**
 * Compresses the file that is about to be sent, unless the build stored it compressed. The build does not do that for
 * files that change under their name, because a compressed file could then be that of another release.
 */
async function compressFile(context: Context, file: string): Promise<void> {
  const { response } = context
  if (response.get('content-encoding') || !texts.test(response.type) || (response.length ?? 0) < minLength) return
  const encoding = context.acceptsEncodings('br', 'gzip', 'identity')
  if (encoding !== 'br' && encoding !== 'gzip') return
  const content = await readFile(file)
  context.body = await (encoding === 'br' ? compress.br(content, 5) : compress.gzip(content))
  context.set('content-encoding', encoding)
}

const changeTimes = new Map<string, number>()

/**
 * Returns when this file was changed last, in milliseconds. Each page asks for several files, so the time is cached for
 * one turn of the event loop. Reading it takes 10 µs; without blocking, in another thread, it would take 400 µs.
 *
 * @throws Error if there is no such file
 */
export function readChangeTime(file: string): number {
  const known = changeTimes.get(file)
  if (known !== undefined) return known
  const { mtimeMs } = statSync(file)
  if (changeTimes.size === 0) setImmediate(() => changeTimes.clear())
  changeTimes.set(file, mtimeMs)
  return mtimeMs
}
