import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { filesIn, invalidRelease, markName } from './tar.ts'

/** A release, with the digest of its archive. */
export interface ArchivedRelease {
  readonly name: string
  readonly version: string
  readonly digest: string
}

export interface ReleaseFolders {
  /**
   * Returns the folder; null if the release cannot be unpacked. After a failure, calls get null at once, and unpacking
   * is tried again in the background, each time after a longer wait.
   */
  findFolder(release: ArchivedRelease): Promise<string | null>
  /** Explains in a sentence for people why there is no folder; null if the last try succeeded, or there was none. */
  findProblem(digest: string): string | null
}

interface Failure {
  readonly reason: string
  readonly waitMs: number
  /** The time from which unpacking is tried again, by the clock of `now`. */
  readonly retryAt: number
}

const firstWaitMs = 5_000
const maxWaitMs = 60 * 60 * 1000

/**
 * Returns the folders of releases, `<dir>/<name>/<version>`. Each backend makes its own folders when they are first
 * asked for. A folder of this name is always complete.
 */
export function releaseFolders(
  dir: string,
  readArchive: (digest: string) => Promise<Buffer | null>,
  now: () => number = () => performance.now(),
): ReleaseFolders {
  const foldersByDigest = new Map<string, Promise<string | null>>()
  const failures = new Map<string, Failure>()

  async function makeFolder({ name, version, digest }: ArchivedRelease): Promise<string | null> {
    try {
      const folder = await unpack(join(dir, name, version), digest, readArchive)
      failures.delete(digest)
      return folder
    } catch (error) {
      const lastWaitMs = failures.get(digest)?.waitMs
      const waitMs = lastWaitMs === undefined ? firstWaitMs : Math.min(lastWaitMs * 4, maxWaitMs)
      failures.set(digest, { reason: describeReason(error), waitMs, retryAt: now() + waitMs })
      foldersByDigest.delete(digest)
      return null
    }
  }

  function startMakingFolder(release: ArchivedRelease): Promise<string | null> {
    const folder = makeFolder(release)
    foldersByDigest.set(release.digest, folder)
    return folder
  }

  return {
    findFolder(release) {
      const failure = failures.get(release.digest)
      const existing = foldersByDigest.get(release.digest)
      if (!failure) return existing ?? startMakingFolder(release)
      if (!existing && now() >= failure.retryAt) void startMakingFolder(release)
      return Promise.resolve(null)
    },
    findProblem: (digest) => failures.get(digest)?.reason ?? null,
  }
}

async function unpack(
  folder: string,
  digest: string,
  readArchive: (digest: string) => Promise<Buffer | null>,
): Promise<string> {
  if (await isUnpackedFrom(folder, digest)) return folder
  const archive = await readArchive(digest)
  if (archive === null) throw invalidRelease('archive', 'Its archive is not in the database any more.')
  await withDraftFolder(dirname(folder), async (draft) => {
    await writeFiles(archive, draft)
    await writeFile(join(draft, markName), digest)
    // Another process that shares `dir` may have made the folder meanwhile.
    if (await isUnpackedFrom(folder, digest)) return
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  })
  return folder
}

/**
 * Unpacks an archive below `dir` for a trial, and deletes the files again.
 *
 * @throws DomainError RELEASE_INVALID
 */
export async function rehearseUnpacking(dir: string, archive: Uint8Array): Promise<void> {
  try {
    await withDraftFolder(dir, (draft) => writeFiles(archive, draft))
  } catch (error) {
    throw invalidRelease('archive', describeReason(error))
  }
}

async function withDraftFolder(dir: string, work: (draft: string) => Promise<void>): Promise<void> {
  await mkdir(dir, { recursive: true })
  const draft = await mkdtemp(join(dir, '.draft-'))
  try {
    await work(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function writeFiles(archive: Uint8Array, folder: string): Promise<void> {
  for await (const { path, content } of filesIn(archive)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

function describeReason(error: unknown): string {
  if (error instanceof DomainError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return code === 'ENOSPC' ? "It cannot be unpacked: the site's disk is full." : `It cannot be unpacked (${code}).`
}

const isUnpackedFrom = async (folder: string, digest: string): Promise<boolean> =>
  (await readFile(join(folder, markName), 'utf8').catch(() => null)) === digest
