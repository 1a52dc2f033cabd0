import type { IncomingMessage } from 'node:http'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Context } from 'koa'

/** Bytes of a JSON body that are read at most. */
export const jsonLimit = 100 * 1024
/** Milliseconds in which it has to arrive. */
const jsonWithinMs = 60_000

const { fail, error: domainError } = platformErrors
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The client disconnected in the middle of its request, so there is no answer to send. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/**
 * Reads at most `limit` bytes, and waits for them for a minute. Of a longer body the rest is left to `node:http`, which throws it away after the
 * answer, so that the client gets to read the answer and may use the connection again.
 */
export async function readBody({ req, res }: Pick<Context, 'req' | 'res'>, limit: number = jsonLimit): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0)
  if (declared > limit) fail('TOO_LARGE')
  if (declared === 0 && req.headers['transfer-encoding'] === undefined) return Buffer.alloc(0)
  if (req.headers.expect !== undefined) res.writeContinue()
  return collect(req, limit)
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const tooSlow = setTimeout(() => stop('TOO_SLOW'), jsonWithinMs)
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
      if (size <= limit) chunks.push(chunk)
      else stop('TOO_LARGE')
    }
    const onEnd = () => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onGone = () => settle(() => reject(new ClientGone()))
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

/** Undefined for an empty body. */
export function parseJson({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isJson(headers['content-type']) || headers['content-encoding'] !== undefined) fail('UNSUPPORTED_MEDIA_TYPE')
  const flaw = structureProblem(bytes)
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
  const charset = parameters.map((it) => it.trim()).find((it) => it.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}

/** Lists and objects within each other. The deepest body there is holds a list in an object in a list in an object. */
const deepest = 16
/** Members and entries in all: every pool a division can have takes a small part of it; a thousand get their sentence. */
const maxValues = 20_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
/** The change of level for each byte: one down for `[` and `{`, one up for `]` and `}`. */
const levels = new Int8Array(256)
for (const opening of [0x5b, 0x7b]) levels.set([1], opening)
for (const closing of [0x5d, 0x7d]) levels.set([-1], closing)

/**
 * Finds what makes a text of a hundred kilobytes a hundred times as expensive to read as others of its length: lists
 * within lists, and very many values. Looks at the bytes alone, once, before anything is made of them.
 */
export function structureProblem(json: Uint8Array): 'too deep' | 'too many' | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number
    if (byte === quote) at = endOfString(json, at)
    else if (byte === comma) values += 1
    else depth += levels[byte] as number
    if (depth > deepest) return 'too deep'
    if (values > maxValues) return 'too many'
  }
  return null
}

/** The index of the closing quote of the JSON string that begins here. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
