import type { IncomingMessage } from 'node:http'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Context } from 'koa'
import { flawOfShape } from './json-limits.ts'

/** Bytes of a JSON body that are read at most. */
export const jsonLimit = 100 * 1024
const jsonWithinMs = 60_000

const { fail, error: domainError } = platformErrors
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The client went away in the middle of its request: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/**
 * Reads at most `limit` bytes. Of a longer body the rest is left to `node:http`, which throws it away after the
 * answer, so that the client gets to read the answer and may use the connection again.
 */
export async function readBody({ req, res }: Context, limit: number = jsonLimit): Promise<Buffer> {
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
    const tooSlow = setTimeout(() => request.destroy(), jsonWithinMs)
    const settle = (outcome: () => void) => {
      clearTimeout(tooSlow)
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      outcome()
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else {
        settle(() => reject(domainError('TOO_LARGE')))
        request.resume()
      }
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
  const flaw = flawOfShape(bytes)
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
