import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Context } from 'koa'
import { ClientGone } from './body.ts'

export interface ReadForm {
  readonly fields: Readonly<Record<string, string | File>>
  /** The same for the same contents: boundaries, names of files and their claimed types are left out. */
  readonly contents: Buffer
}

/** Bytes that names, texts and boundaries may take beside the file. */
const besideFile = 64 * 1024
const limits = {
  files: 1,
  fields: 8,
  parts: 9,
  fieldNameSize: 100,
  fieldSize: 8 * 1024,
  headerPairs: 20,
  headerSize: 4096,
}

/**
 * The length with a boundary of seventy characters, as RFC 2046 allows; looking for a long one in a file takes long.
 */
const longestType = 150

const { fail, error: domainError } = platformErrors

/** Reads a form into memory, its file as far as `largestFile`; `tooLarge` is what a longer one is refused with. */
export async function readForm(
  { req, res }: Pick<Context, 'req' | 'res'>,
  largestFile: number,
  tooLarge: () => DomainError,
): Promise<ReadForm> {
  const parser = createParser(req, largestFile)
  const largest = largestFile + besideFile
  if (Number(req.headers['content-length'] ?? 0) > largest) throw tooLarge()
  // It may have gone while it waited for its turn.
  if (req.destroyed) throw new ClientGone()
  if (req.headers.expect !== undefined) res.writeContinue()
  const contents: Contents = { names: new Set(), values: new Map(), digests: new Map() }
  await parsed(req, parser, (fail) => {
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > largest) fail(tooLarge())
    })
    gather(parser, contents, {
      malformed: () => fail(domainError('MALFORMED')),
      textTooLong: () => fail(domainError('TOO_LARGE')),
      fileTooLarge: () => fail(tooLarge()),
    })
  })
  const { values, digests } = contents
  return { fields: Object.fromEntries(values), contents: Buffer.from(JSON.stringify([...digests].toSorted())) }
}

function createParser({ headers }: IncomingMessage, largestFile: number): BusboyInstance {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data *(;|$)/i.test(type) || headers['content-encoding'] !== undefined)
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Please send this as multipart/form-data.')
  if (type.length > longestType) fail('MALFORMED')
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: { ...limits, fileSize: largestFile } })
  } catch {
    return fail('MALFORMED')
  }
}

/**
 * Resolves when the parser has had all of the request. After a failure the rest is thrown away unread, so that the
 * client gets to read the answer and may use the connection again.
 */
function parsed(
  request: IncomingMessage,
  parser: BusboyInstance,
  listen: (fail: (why: Error) => void) => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    // It also closes once all of it was read, which the parser may still have before it.
    const onGone = () => {
      if (!request.complete) fail(new ClientGone())
    }
    const onMalformed = () => fail(domainError('MALFORMED'))
    const end = () => request.off('close', onGone).off('error', onGone)
    const fail = (why: Error) => {
      end()
      request.unpipe(parser)
      request.resume()
      reject(why)
    }
    request.on('close', onGone).on('error', onGone)
    for (const event of ['error', 'filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(event, onMalformed)
    parser.on('finish', () => {
      end()
      resolve()
    })
    listen(fail)
    request.pipe(parser)
  })
}

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

function gather(parser: BusboyInstance, { names, values, digests }: Contents, failing: FormFailures): void {
  const isNew = (name: string | undefined): name is string => name !== undefined && !names.has(name)
  parser.on('field', (name: string | undefined, value, _, isCut) => {
    if (!isNew(name)) return failing.malformed()
    if (isCut) return failing.textTooLong()
    names.add(name)
    values.set(name, value)
    digests.set(name, createHash('sha256').update(value).digest('base64url'))
  })
  parser.on('file', (name: string | undefined, stream, filename: string | undefined, _, type) => {
    const { chunks, hash } = collect(stream, failing)
    if (!isNew(name)) return failing.malformed()
    names.add(name)
    stream.on('end', () => {
      // Browsers send this where no file was chosen.
      if (filename === '' && chunks.length === 0) return
      values.set(name, new File(chunks, filename ?? '', { type }))
      digests.set(name, hash.digest('base64url'))
    })
  })
}

function collect(stream: BusboyFileStream, { malformed, fileTooLarge }: FormFailures) {
  const chunks: Buffer<ArrayBuffer>[] = []
  const hash = createHash('sha256')
  stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
    chunks.push(chunk)
    hash.update(chunk)
  })
  stream.on('limit', fileTooLarge).on('error', malformed)
  return { chunks, hash }
}
