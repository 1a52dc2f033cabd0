import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

interface JsonBody {
  readonly bytes: Buffer
  /** The digest of the bytes; made when it is first asked for. */
  digest: string | undefined
  /** The compressed bytes by content coding, each made when it is first asked for. */
  readonly compressed: { [C in Coding]?: Buffer }
}
type Coding = keyof typeof compress

/** Smaller bodies fit into one packet, so compressing them saves nothing. */
const worthCompressing = 1024
const compress = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 4 }),
}

const known = new WeakMap<object, JsonBody>()

/** A body as JSON. The same object is written out once, so a read model that keeps its answer costs little to send. */
export function toJson(body: object): JsonBody {
  const before = known.get(body)
  if (before) return before
  const now = { bytes: Buffer.from(JSON.stringify(body)), digest: undefined, compressed: {} }
  known.set(body, now)
  return now
}

/** The same, compressed in a way that the client accepts; null where there is none, or nothing to gain. */
export function compressedJson(body: object, accepted: string | undefined): { coding: Coding; bytes: Buffer } | null {
  if (accepted === undefined) return null
  const whole = toJson(body)
  const coding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
  if (coding === null || whole.bytes.length < worthCompressing || /;\s*q=0/.test(accepted)) return null
  whole.compressed[coding] ??= compress[coding](whole.bytes)
  return { coding, bytes: whole.compressed[coding] }
}

export const quotedTag = (tag: string): string => `"${tag}"`

/** Returns the digest of the very bytes, from which a strong tag is made. */
export const computeDigest = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64url')
