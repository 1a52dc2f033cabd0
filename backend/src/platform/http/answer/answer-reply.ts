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

/** Returns a handler's answer as a reply, with its entity tag, and with what caches may do with it. */
export function answerReply(answer: Answer<unknown>, request: AnswerRequest): Reply {
  const body = toBytes(answer)
  const headers: Record<string, string | readonly string[]> = {
    ...(body === null ? {} : { 'content-type': jsonType }),
    ...cacheHeaders(request),
    ...answer.headers,
  }
  const etag = computeTag(answer, request.endpoint, body)
  if (etag !== undefined) headers['etag'] = etag
  if (request.cookies.length > 0) headers['set-cookie'] = request.cookies
  if (etag !== undefined && request.endpoint.method === 'GET' && isKnown(request.ifNoneMatch, etag)) {
    delete headers['content-type']
    return { status: 304, headers, body: null }
  }
  const compressed = compressedBody(answer, request)
  if (!compressed) return { status: answer.status, headers, body }
  headers['content-encoding'] = compressed.coding
  return { status: answer.status, headers, body: compressed.bytes }
}

function toBytes({ body }: Answer<unknown>): Buffer | Streamed | null {
  if (body === undefined) return null
  if (Buffer.isBuffer(body) || isStreamed(body)) return body
  return isPlain(body) ? toJson(body).bytes : Buffer.from(JSON.stringify(body))
}

/**
 * Compresses public answers only: the length of compressed text can betray a secret that stands beside text of an
 * attacker's choice.
 */
function compressedBody(
  { body }: Answer<unknown>,
  { endpoint, acceptEncoding }: AnswerRequest,
): ReturnType<typeof compressedJson> {
  return isPublicRead(endpoint) && isPlain(body) ? compressedJson(body, acceptEncoding) : null
}

const isPlain = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !isStreamed(body)

/**
 * The tag has the version, which `If-Match` names. The version does not identify a content: forgetting a captain
 * changes what is read without an event. So the tag of a read also has a digest: `"v7.aBc"` (docs/decisions/0017).
 */
function computeTag(
  { version, body, content }: Answer<unknown>,
  { method }: Endpoint,
  bytes: Reply['body'],
): string | undefined {
  const versioned = version === undefined ? [] : [`v${version}`]
  const digest = method === 'GET' && Buffer.isBuffer(bytes) ? [contentDigest(content ?? body, bytes)] : []
  const parts = [...versioned, ...digest]
  return parts.length === 0 ? undefined : quotedTag(parts.join('.'))
}

function contentDigest(body: unknown, bytes: Buffer): string {
  if (!isPlain(body)) return computeDigest(bytes)
  const json = toJson(body)
  json.digest ??= computeDigest(json.bytes)
  return json.digest
}

const isPublicRead = ({ personal, method }: Endpoint): boolean => method === 'GET' && !personal

/** An address may give callers different answers, so a cache has to distinguish tokens. */
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
const minCompressedLength = 1024
const compress = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 4 }),
}

const jsonBodies = new WeakMap<object, JsonBody>()

/** Returns the body as JSON. Each object is serialized once, so an answer that a read model caches costs little. */
function toJson(body: object): JsonBody {
  const cached = jsonBodies.get(body)
  if (cached) return cached
  const json = { bytes: Buffer.from(JSON.stringify(body)), digest: undefined, compressed: {} }
  jsonBodies.set(body, json)
  return json
}

/** Returns the body as compressed JSON; null if the client accepts no coding of ours, or compressing saves nothing. */
function compressedJson(body: object, accepted: string | undefined): { coding: Coding; bytes: Buffer } | null {
  if (accepted === undefined) return null
  const json = toJson(body)
  const coding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
  // Weights such as `br;q=0` are rare: their clients get no compression.
  if (coding === null || json.bytes.length < minCompressedLength || /;\s*q=0/.test(accepted)) return null
  json.compressed[coding] ??= compress[coding](json.bytes)
  return { coding, bytes: json.compressed[coding] }
}

const quotedTag = (tag: string): string => `"${tag}"`

/** Returns a digest of all bytes, as a strong tag needs. */
const computeDigest = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64url')
