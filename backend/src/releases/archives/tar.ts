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
/** The file in a folder that names its archive: after a change of the database, that may be another archive. */
export const markName = '.archive'
/** Headers and padding have a limit of their own, because an archive of headers alone could unpack endlessly. */
const maxBytesBesideFiles = 16 * 1024 * 1024
const megabytes = maxUnpackedBytes / 1024 / 1024

/** Builds the error for a faulty release; `reason` is a sentence for the sender. */
export const invalidRelease = (field: 'archive' | 'manifest' | 'version', reason: string): DomainError =>
  new DomainError('RELEASE_INVALID' satisfies keyof typeof releasesErrors.registry, reason, { [field]: reason })

const invalidArchive = (reason: string) => invalidRelease('archive', reason)

/**
 * Yields the files of a tar.gz, one after the other.
 *
 * @throws DomainError RELEASE_INVALID for a damaged archive, entries that are neither files nor folders, names that
 * lead out of the folder or occur twice, and for too many bytes, before they are unpacked
 */
export async function* filesIn(archive: Uint8Array): AsyncGenerator<ArchivedFile> {
  const tar = extract()
  const limit = limitBytes(maxUnpackedBytes + maxBytesBesideFiles)
  const unpacking = pipeline(Readable.from([archive]), createGunzip(), limit, tar)
  // An error of it also ends the loop below, which reports the error.
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
      if (size > maxUnpackedBytes) throw invalidArchive(`Its files come to more than ${megabytes} MB.`)
      if (paths.has(path)) throw invalidArchive(`It has the file ${path} twice.`)
      if (paths.add(path).size > maxFiles) throw invalidArchive(`It has more than ${maxFiles} files.`)
      yield { path, content: await buffer(entry as AsyncIterable<Uint8Array>) }
    }
    await unpacking
  } catch (error) {
    if (error instanceof Error && error.name === 'DomainError') throw error
    throw invalidArchive('It is no tar.gz archive, or it is damaged.')
  } finally {
    tar.destroy()
  }
}

/** Returns the path of a file; null for a folder, which is made with its files. */
function toPath({ name, type }: Header): string | null {
  if (type !== 'file' && type !== 'contiguous-file' && type !== 'directory')
    throw invalidArchive(`It has a ${type ?? 'thing'} at ${printable(name)}: only files and folders can be released.`)
  const path = name.replace(/^(\.\/)+/, '').replace(/\/$/, '')
  if (type === 'directory' && (path === '' || path === '.')) return null
  const names = path.split('/')
  const isInside = names.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isInside) throw invalidArchive(`The name ${printable(name)} leads out of the folder.`)
  if (/[\p{Cc}\\:*?"<>|]/u.test(path)) throw invalidArchive(`The name ${printable(name)} is not allowed.`)
  if (path.length > maxPathLength || names.some((part) => Buffer.byteLength(part) > maxNameBytes))
    throw invalidArchive(
      `The name ${printable(name)} is too long: ${maxPathLength} characters and, between slashes, ${maxNameBytes} bytes are allowed.`,
    )
  if (names[0] === markName) throw invalidArchive(`The name ${printable(name)} is one that the site uses itself.`)
  return type === 'directory' ? null : path
}

const printable = (name: string): string => name.replace(/\p{Cc}/gu, '?').slice(0, 100)

/** Passes on this many bytes and fails with the next one. */
function limitBytes(bytes: number): Transform {
  let passedBytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passedBytes += chunk.length
      if (passedBytes > bytes) done(invalidArchive(`Its files come to more than ${megabytes} MB.`))
      else done(null, chunk)
    },
  })
}
