import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { releasesErrors } from '@ultimate/events/releases/api.ts'
import { maxUnpackedBytes } from '@ultimate/events/releases/part.ts'
import { extract, type Header } from 'tar-stream'

export interface ArchivedFile {
  /** Relative, with `/` between folders, and never out of the folder that it is relative to. */
  readonly path: string
  readonly content: Buffer
}

const maxFiles = 5_000
const maxPathLength = 200
/** Bytes that file systems allow a name. */
const maxNameBytes = 255
/** The file that names what a folder was unpacked from: the site may have been given another database meanwhile. */
export const markName = '.archive'
/** The bytes that headers and padding may take beside the files: an archive of headers alone would unfold endlessly. */
const besideFiles = 16 * 1024 * 1024
const megabytes = maxUnpackedBytes / 1024 / 1024

/** Builds the error for a faulty release; `reason` is a sentence for the sender. */
export const invalidRelease = (field: 'archive' | 'manifest' | 'version', reason: string): DomainError =>
  new DomainError('RELEASE_INVALID' satisfies keyof typeof releasesErrors.registry, reason, { [field]: reason })

const refused = (reason: string) => invalidRelease('archive', reason)

/**
 * The files of a tar.gz, one after the other. Refuses with RELEASE_INVALID what is no such archive or is cut off, what
 * holds anything but files and folders, names that lead out of the folder or that are there twice, and what is too large
 * once it is unpacked: before that much of it has been.
 */
export async function* filesIn(archive: Uint8Array): AsyncGenerator<ArchivedFile> {
  const tar = extract()
  const unpacking = pipeline(Readable.from([archive]), createGunzip(), atMost(maxUnpackedBytes + besideFiles), tar)
  // Its error ends the loop below as well.
  unpacking.catch(() => undefined)
  const paths = new Set<string>()
  let size = 0
  try {
    for await (const entry of tar) {
      const path = toPath(entry.header)
      if (path === null) {
        entry.resume()
        continue
      }
      size += entry.header.size ?? 0
      if (size > maxUnpackedBytes) throw refused(`Its files come to more than ${megabytes} MB.`)
      if (paths.has(path)) throw refused(`It has the file ${path} twice.`)
      if (paths.add(path).size > maxFiles) throw refused(`It has more than ${maxFiles} files.`)
      yield { path, content: await buffer(entry as AsyncIterable<Uint8Array>) }
    }
    await unpacking
  } catch (error) {
    if (error instanceof Error && error.name === 'DomainError') throw error
    throw refused('It is no tar.gz archive, or it is damaged.')
  } finally {
    tar.destroy()
  }
}

/** Null for a folder, which is made with its files. */
function toPath({ name, type }: Header): string | null {
  if (type !== 'file' && type !== 'contiguous-file' && type !== 'directory')
    throw refused(`It has a ${type ?? 'thing'} at ${printable(name)}: only files and folders can be released.`)
  const path = name.replace(/^(\.\/)+/, '').replace(/\/$/, '')
  if (type === 'directory' && (path === '' || path === '.')) return null
  const isInside = path.split('/').every((one) => one !== '' && one !== '.' && one !== '..')
  if (!isInside) throw refused(`The name ${printable(name)} leads out of the folder.`)
  if (/[\p{Cc}\\:*?"<>|]/u.test(path)) throw refused(`The name ${printable(name)} is not allowed.`)
  const parts = path.split('/')
  if (path.length > maxPathLength || parts.some((one) => Buffer.byteLength(one) > maxNameBytes))
    throw refused(
      `The name ${printable(name)} is too long: ${maxPathLength} characters and, between slashes, ${maxNameBytes} bytes are allowed.`,
    )
  if (parts[0] === markName) throw refused(`The name ${printable(name)} is one that the site uses itself.`)
  return type === 'directory' ? null : path
}

const printable = (name: string): string => name.replace(/\p{Cc}/gu, '?').slice(0, 100)

/** Passes on this many bytes and fails with the next one. */
function atMost(bytes: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length
      if (passed > bytes) done(refused(`Its files come to more than ${megabytes} MB.`))
      else done(null, chunk)
    },
  })
}
