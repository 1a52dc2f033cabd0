import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { filesIn, invalidRelease, markName } from './tar.ts'

/** A release, with the digest of its archive. */
export interface ReleaseFolder {
  readonly name: string
  readonly version: string
  readonly digest: string
}

export interface ReleaseFolders {
  /**
   * Returns the folder; null if the release cannot be unpacked. A failure is remembered: later calls get null at once,
   * while it is tried again in the background, each time after a longer wait.
   */
  findFolder(release: ReleaseFolder): Promise<string | null>
  /** Explains in a sentence for people why there is no folder; null if the last try succeeded, or there was none. */
  findProblem(digest: string): string | null
}

interface Failure {
  readonly reason: string
  readonly waitMs: number
  readonly againAt: number
}

const firstWaitMs = 5_000
const maxWaitMs = 60 * 60 * 1000

/**
 * Folders of the files of releases, `<dir>/<name>/<version>`. Each backend makes its own when they are first asked for.
 * A folder of this name is always complete.
 */
export function releaseFolders(
  dir: string,
  readArchive: (digest: string) => Promise<Buffer | null>,
  now: () => number = () => performance.now(),
): ReleaseFolders {
  const foldersByDigest = new Map<string, Promise<string | null>>()
  const failures = new Map<string, Failure>()

  async function make({ name, version, digest }: ReleaseFolder): Promise<string | null> {
    try {
      const folder = await unpack(join(dir, name, version), digest, readArchive)
      failures.delete(digest)
      return folder
    } catch (error) {
      const waitMs = Math.min((failures.get(digest)?.waitMs ?? firstWaitMs / 4) * 4, maxWaitMs)
      failures.set(digest, { reason: describeReason(error), waitMs, againAt: now() + waitMs })
      foldersByDigest.delete(digest)
      return null
    }
  }

  function startMaking(release: ReleaseFolder): Promise<string | null> {
    const folder = make(release)
    foldersByDigest.set(release.digest, folder)
    return folder
  }

  return {
    findFolder(release) {
      const failure = failures.get(release.digest)
      const existing = foldersByDigest.get(release.digest)
      if (!failure) return existing ?? startMaking(release)
      if (!existing && now() >= failure.againAt) void startMaking(release)
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
  await inDraft(dirname(folder), async (draft) => {
    await writeFiles(archive, draft)
    await writeFile(join(draft, markName), digest)
    // Another process that shares this folder may have made it meanwhile.
    if (await isUnpackedFrom(folder, digest)) return
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  })
  return folder
}

/**
 * Unpacks an archive below `dir` as serving it will, and deletes the files.
 *
 * @throws DomainError RELEASE_INVALID
 */
export async function rehearse(dir: string, archive: Uint8Array): Promise<void> {
  try {
    await inDraft(dir, (draft) => writeFiles(archive, draft))
  } catch (error) {
    throw invalidRelease('archive', describeReason(error))
  }
}

async function inDraft(dir: string, work: (draft: string) => Promise<void>): Promise<void> {
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
