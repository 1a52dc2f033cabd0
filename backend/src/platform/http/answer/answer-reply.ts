import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import type { Answer } from '../http-route.ts'
import { isStreamed, jsonType, type Reply, type Streamed } from './reply.ts'

interface AnswerRequest {
  readonly endpoint: Endpoint
  readonly ifNoneMatch: string | undefined
  readonly acceptEncoding: string | undefined
  readonly signedIn: boolean
  readonly cookies: readonly string[]
}

/** A handler's answer, with its entity tag and what caches may do with it. */
export function answerReply(answer: Answer<unknown>, asked: AnswerRequest): Reply {
  const body = toBytes(answer)
  const headers: Record<string, string | readonly string[]> = {
    ...(body === null ? {} : { 'content-type': jsonType }),
    ...cacheHeaders(asked),
    ...answer.headers,
  }
  const etag = computeTag(answer, asked.endpoint, body)
  if (etag !== undefined) headers['etag'] = etag
  if (asked.cookies.length > 0) headers['set-cookie'] = asked.cookies
  if (etag !== undefined && asked.endpoint.method === 'GET' && isKnown(asked.ifNoneMatch, etag)) {
    delete headers['content-type']
    return { status: 304, headers, body: null }
  }
  const smaller = compressedBody(answer, asked)
  if (!smaller) return { status: answer.status, headers, body }
  headers['content-encoding'] = smaller.coding
  return { status: answer.status, headers, body: smaller.bytes }
}

function toBytes({ body }: Answer<unknown>): Buffer | Streamed | null {
  if (body === undefined) return null
  if (Buffer.isBuffer(body) || isStreamed(body)) return body
  return isPlain(body) ? toJson(body).bytes : Buffer.from(JSON.stringify(body))
}

/** Public answers alone: the length of compressed text can betray a secret that stands beside text of an attacker's choice. */
function compressedBody(
  { body }: Answer<unknown>,
  { endpoint, acceptEncoding }: AnswerRequest,
): ReturnType<typeof compressedJson> {
  return isPublicRead(endpoint) && isPlain(body) ? compressedJson(body, acceptEncoding) : null
}

const isPlain = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !isStreamed(body)

/**
 * The version is what `If-Match` names. It does not distinguish one content from another: a captain who is forgotten changes
 * what is read here without an event. So the tag of what is read names the content as well (docs/decisions/0017).
 */
function computeTag(
  { version, body, content }: Answer<unknown>,
  { method }: Endpoint,
  bytes: Reply['body'],
): string | undefined {
  const versioned = version === undefined ? [] : [`v${version}`]
  const read = method === 'GET' && Buffer.isBuffer(bytes) ? [contentDigest(content ?? body, bytes)] : []
  const parts = [...versioned, ...read]
  return parts.length === 0 ? undefined : quotedTag(parts.join('.'))
}

function contentDigest(body: unknown, bytes: Buffer): string {
  if (!isPlain(body)) return computeDigest(bytes)
  const known = toJson(body)
  known.digest ??= computeDigest(known.bytes)
  return known.digest
}

const isPublicRead = ({ personal, method }: Endpoint): boolean => method === 'GET' && !personal

/** One address may answer differently by who asks, so a cache has to distinguish tokens. */
function cacheHeaders({ endpoint, signedIn }: AnswerRequest): Record<string, string> {
  if (!isPublicRead(endpoint)) return { 'cache-control': 'no-store' }
  return { 'cache-control': signedIn ? 'private, no-cache' : 'no-cache', vary: 'Authorization, Accept-Encoding' }
}

/** Returns true if the client already has what this tag names. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  // A proxy that compresses makes a strong tag weak.
  return ifNoneMatch.split(',').some((tag) => withoutWeakness(tag.trim()) === withoutWeakness(etag))
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '')

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
function toJson(body: object): JsonBody {
  const before = known.get(body)
  if (before) return before
  const now = { bytes: Buffer.from(JSON.stringify(body)), digest: undefined, compressed: {} }
  known.set(body, now)
  return now
}

/** The same, compressed in a way that the client accepts; null where there is none, or nothing to gain. */
function compressedJson(body: object, accepted: string | undefined): { coding: Coding; bytes: Buffer } | null {
  if (accepted === undefined) return null
  const whole = toJson(body)
  const coding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
  if (coding === null || whole.bytes.length < worthCompressing || /;\s*q=0/.test(accepted)) return null
  whole.compressed[coding] ??= compress[coding](whole.bytes)
  return { coding, bytes: whole.compressed[coding] }
}

const quotedTag = (tag: string): string => `"${tag}"`

/** Returns the digest of the very bytes, from which a strong tag is made. */
const computeDigest = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64url')
