import type { IncomingMessage } from 'node:http'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Context } from 'koa'

/** The client disconnected in the middle of its request, so there is no answer to send. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

const maxBytes = 100 * 1024
/** Milliseconds in which the whole body has to arrive. */
const maxDurationMs = 60_000

const { fail, error: domainError } = platformErrors
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads at most `maxBytes`, and waits for them for a minute. The rest of a longer body is left to `node:http`, which
 * discards it after the answer, so that the client can read the answer and use the connection again.
 */
export async function readBody({ req, res }: Pick<Context, 'req' | 'res'>): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0)
  if (declared > maxBytes) fail('TOO_LARGE')
  if (declared === 0 && req.headers['transfer-encoding'] === undefined) return Buffer.alloc(0)
  if (req.headers.expect !== undefined) res.writeContinue()
  return collectChunks(req)
}

function collectChunks(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const tooSlow = setTimeout(() => stop('TOO_SLOW'), maxDurationMs)
    const settle = (outcome: () => void) => {
      clearTimeout(tooSlow)
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      outcome()
    }
    const stop = (code: 'TOO_LARGE' | 'TOO_SLOW') => {
      settle(() => reject(domainError(code)))
      request.resume()
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else stop('TOO_LARGE')
    }
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onGone = () => settle(() => reject(new ClientGone()))
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

/** Parses the body; undefined if it is empty. */
export function parseJson({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isJson(headers['content-type']) || headers['content-encoding'] !== undefined) fail('UNSUPPORTED_MEDIA_TYPE')
  const flaw = findStructureProblem(bytes)
  if (flaw) fail(flaw === 'too deep' ? 'MALFORMED' : 'TOO_LARGE')
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return fail('MALFORMED')
  }
}

/** `application/json` or `application/…+json`, in UTF-8. */
function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  if (!/^application\/([\w.-]+\+)?json$/.test(type.trim())) return false
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}

/** Maximum nesting of lists and objects. The deepest body of a call has four levels. */
const maxDepth = 16
/** Maximum members and entries in all. The largest body, with all pools of a division, has a small part of them. */
const maxValues = 20_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
/** The change of depth at each byte: 1 for `[` and `{`, -1 for `]` and `}`, else 0. */
const depthChanges = new Int8Array(256)
for (const opening of [0x5b, 0x7b]) depthChanges.set([1], opening)
for (const closing of [0x5d, 0x7d]) depthChanges.set([-1], closing)

/**
 * Finds what makes a JSON text a hundred times as expensive to parse as others of its length: deep nesting, and very
 * many values. Looks at each byte once, before the text is parsed.
 */
export function findStructureProblem(json: Uint8Array): 'too deep' | 'too many' | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number
    if (byte === quote) at = endOfString(json, at)
    else if (byte === comma) values += 1
    else depth += depthChanges[byte] as number
    if (depth > maxDepth) return 'too deep'
    if (values > maxValues) return 'too many'
  }
  return null
}

/** Returns the index of the closing quote of the JSON string that begins at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
