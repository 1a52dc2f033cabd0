import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Context } from 'koa'

/** Maximum bytes of a JSON body. */
const jsonLimit = 100 * 1024
/** Milliseconds in which a JSON body has to arrive. */
const jsonWithinMs = 60_000

const { fail, error: domainError } = platformErrors
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The client disconnected in the middle of its request, so there is no answer to send. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/**
 * Reads at most `limit` bytes, and waits for them for a minute. The rest of a longer body is left to `node:http`, which
 * discards it after the answer, so that the client can read the answer and use the connection again.
 */
export async function readBody({ req, res }: Pick<Context, 'req' | 'res'>, limit: number = jsonLimit): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0)
  if (declared > limit) fail('TOO_LARGE')
  if (declared === 0 && req.headers['transfer-encoding'] === undefined) return Buffer.alloc(0)
  if (req.headers.expect !== undefined) res.writeContinue()
  return collectChunks(req, limit)
}

function collectChunks(request: IncomingMessage, limit: number): Promise<Buffer> {
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

interface ReadForm {
  readonly fields: Readonly<Record<string, string | File>>
  /** Distinguishes forms by their contents, without boundaries, names of files and their claimed types. */
  readonly contents: Buffer
}

/** Bytes that names, texts and boundaries may take beside the file. */
const maxBytesBesideFile = 64 * 1024
const formPartLimits = {
  files: 1,
  fields: 8,
  parts: 9,
  fieldNameSize: 100,
  fieldSize: 8 * 1024,
  headerPairs: 20,
  headerSize: 4096,
}

/** Allows a boundary of 70 characters, as RFC 2046 does. A file takes long to search for a longer one. */
const maxTypeLength = 150

/** Reads a form into memory; rejects with `tooLarge` if its file is longer than `maxFile`. */
export async function readForm(
  { req, res }: Pick<Context, 'req' | 'res'>,
  maxFile: number,
  tooLarge: () => DomainError,
): Promise<ReadForm> {
  const parser = createParser(req, maxFile)
  const largest = maxFile + maxBytesBesideFile
  if (Number(req.headers['content-length'] ?? 0) > largest) throw tooLarge()
  // The client may have disconnected while the request waited for its turn.
  if (req.destroyed) throw new ClientGone()
  if (req.headers.expect !== undefined) res.writeContinue()
  const contents: Contents = { names: new Set(), values: new Map(), digests: new Map() }
  await runParser(req, parser, (abort) => {
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > largest) abort(tooLarge())
    })
    collectParts(parser, contents, {
      malformed: () => abort(domainError('MALFORMED')),
      textTooLong: () => abort(domainError('TOO_LARGE')),
      fileTooLarge: () => abort(tooLarge()),
    })
  })
  const { values, digests } = contents
  return { fields: Object.fromEntries(values), contents: Buffer.from(JSON.stringify([...digests].toSorted())) }
}

function createParser({ headers }: IncomingMessage, maxFile: number): BusboyInstance {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data *(;|$)/i.test(type) || headers['content-encoding'] !== undefined)
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Please send this as multipart/form-data.')
  if (type.length > maxTypeLength) fail('MALFORMED')
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: { ...formPartLimits, fileSize: maxFile } })
  } catch {
    return fail('MALFORMED')
  }
}

/**
 * Resolves when the parser has read the whole request. `listen` gets a function that aborts this with an error. The
 * rest of the request is then discarded, so that the client can read the answer and use the connection again.
 */
function runParser(
  request: IncomingMessage,
  parser: BusboyInstance,
  listen: (abort: (error: Error) => void) => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    // A request also closes once it is received, while the parser may not have read all of it.
    const onGone = () => {
      if (!request.complete) abort(new ClientGone())
    }
    const onMalformed = () => abort(domainError('MALFORMED'))
    const end = () => request.off('close', onGone).off('error', onGone)
    const abort = (error: Error) => {
      end()
      request.unpipe(parser)
      request.resume()
      reject(error)
    }
    request.on('close', onGone).on('error', onGone)
    for (const event of ['error', 'filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(event, onMalformed)
    parser.on('finish', () => {
      end()
      resolve()
    })
    listen(abort)
    request.pipe(parser)
  })
}

/** The parts of a form so far, by name. */
interface Contents {
  readonly names: Set<string>
  readonly values: Map<string, string | File>
  readonly digests: Map<string, string>
}

interface FormFailures {
  readonly malformed: () => void
  readonly textTooLong: () => void
  readonly fileTooLarge: () => void
}

function collectParts(parser: BusboyInstance, { names, values, digests }: Contents, failing: FormFailures): void {
  const isNew = (name: string | undefined): name is string => name !== undefined && !names.has(name)
  parser.on('field', (name: string | undefined, value, _, isCut) => {
    if (!isNew(name)) return failing.malformed()
    if (isCut) return failing.textTooLong()
    names.add(name)
    values.set(name, value)
    digests.set(name, createHash('sha256').update(value).digest('base64url'))
  })
  parser.on('file', (name: string | undefined, stream, filename: string | undefined, _, type) => {
    const { chunks, hash } = collectFile(stream, failing)
    if (!isNew(name)) return failing.malformed()
    names.add(name)
    stream.on('end', () => {
      // Browsers send this for a field without a chosen file.
      if (filename === '' && chunks.length === 0) return
      values.set(name, new File(chunks, filename ?? '', { type }))
      digests.set(name, hash.digest('base64url'))
    })
  })
}

function collectFile(stream: BusboyFileStream, { malformed, fileTooLarge }: FormFailures) {
  const chunks: Buffer<ArrayBuffer>[] = []
  const hash = createHash('sha256')
  stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
    chunks.push(chunk)
    hash.update(chunk)
  })
  stream.on('limit', fileTooLarge).on('error', malformed)
  return { chunks, hash }
}
