import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Context } from 'koa'
import { ClientGone } from './json-body.ts'

const { fail, error: domainError } = platformErrors

interface ReadForm {
  readonly fields: Readonly<Record<string, string | File>>
  /** The digest of each field, for the fingerprint of the request: boundaries and names of files may differ. */
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
  const parts: FormParts = { names: new Set(), values: new Map(), digests: new Map() }
  await runParser(req, parser, (abort) => {
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > largest) abort(tooLarge())
    })
    collectParts(parser, parts, {
      malformed: () => abort(domainError('MALFORMED')),
      textTooLong: () => abort(domainError('TOO_LARGE')),
      fileTooLarge: () => abort(tooLarge()),
    })
  })
  const fields = Object.fromEntries(parts.values)
  return { fields, contents: Buffer.from(JSON.stringify([...parts.digests].toSorted())) }
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
interface FormParts {
  /** Also the names of files that are still being read, and of fields without a file. */
  readonly names: Set<string>
  readonly values: Map<string, string | File>
  readonly digests: Map<string, string>
}

interface FormFailures {
  readonly malformed: () => void
  readonly textTooLong: () => void
  readonly fileTooLarge: () => void
}

function collectParts(parser: BusboyInstance, { names, values, digests }: FormParts, failing: FormFailures): void {
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
