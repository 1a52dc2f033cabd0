import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'koa'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Texts become smaller; pictures and fonts are packed already. */
const shrinks = /^(text\/|image\/svg\+xml|application\/(json|javascript|manifest\+json))/
/** Smaller files fit into one packet, so compressing them saves nothing. */
const smallest = 1024

const packers = {
  br: (content: Buffer) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (content: Buffer) => zip(content),
}

/**
 * Compresses the file that is about to be sent, where the build laid no compressed one beside it: a file that changes
 * under its name must not have one, which could be that of another release.
 */
export async function packFile(context: Context, file: string): Promise<void> {
  const { response } = context
  if (response.get('content-encoding') || !shrinks.test(response.type) || (response.length ?? 0) < smallest) return
  const encoding = context.acceptsEncodings('br', 'gzip', 'identity')
  if (encoding !== 'br' && encoding !== 'gzip') return
  context.body = await packers[encoding](await readFile(file))
  context.set('content-encoding', encoding)
}
