import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesIn } from './tar.ts'

/** Which release it is, and the digest of its archive. */
export interface ReleaseFolder {
  readonly name: string
  readonly version: string
  readonly digest: string
}

/** Says what a folder was unpacked from: the site may have been given another database meanwhile. */
const markName = '.archive'

/**
 * Folders of the files of releases, `<dir>/<name>/<version>`: made when they are first asked for, by each backend for
 * itself. A folder of this name is always whole.
 */
export function releaseFolders(dir: string, archiveOf: (digest: string) => Promise<Buffer | null>) {
  const made = new Map<string, Promise<string | null>>()
  /** Null where the archive is not kept. */
  return (release: ReleaseFolder): Promise<string | null> => {
    const { digest } = release
    const known = made.get(digest)
    if (known) return known
    const making = unpacked(join(dir, release.name, release.version), digest, archiveOf)
    made.set(digest, making)
    // A failed look-up, or one without a result, is repeated at the next call.
    making.then(
      (folder) => folder ?? made.delete(digest),
      () => made.delete(digest),
    )
    return making
  }
}

async function unpacked(
  folder: string,
  digest: string,
  archiveOf: (digest: string) => Promise<Buffer | null>,
): Promise<string | null> {
  if (await isOf(folder, digest)) return folder
  const archive = await archiveOf(digest)
  if (archive === null) return null
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(join(dirname(folder), '.draft-'))
  try {
    for await (const { path, content } of filesIn(archive)) {
      await mkdir(dirname(join(draft, path)), { recursive: true })
      await writeFile(join(draft, path), content)
    }
    await writeFile(join(draft, markName), digest)
    // Another process that shares this folder may have been quicker.
    if (!(await isOf(folder, digest))) {
      await rm(folder, { recursive: true, force: true })
      await rename(draft, folder)
    }
    return folder
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const isOf = async (folder: string, digest: string): Promise<boolean> =>
  (await readFile(join(folder, markName), 'utf8').catch(() => null)) === digest
