import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import type { Answer } from '../http-route.ts'
import { compressedJson, computeDigest, quotedTag, toJson } from './json-body.ts'
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
