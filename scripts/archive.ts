import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

const manifestName = 'mf-manifest.json'

/** Returns the version that a built folder declares; throws where there is no built part. */
export function versionIn(folder: string): string {
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}: please build the part first.`)
  const file = join(folder, manifestName)
  if (!existsSync(file)) throw new UsageError(`There is no ${manifestName} in ${folder}: please build the part first.`)
  return parseVersion(readFileSync(file, 'utf8'), folder)
}

/** Returns the version in the text of a manifest; errors name its `place`. */
export function parseVersion(text: string, place: string): string {
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
  } catch {
    throw new UsageError(`The ${manifestName} of ${place} is not JSON: please build the part again.`)
  }
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null
  if (typeof version !== 'string')
    throw new UsageError(`The ${manifestName} of ${place} names no version: please build the part again.`)
  return version
}

/**
 * Returns the files of the newest build in this folder, with `/` between folders. Leaves out hidden files, which only
 * the build needs. Leaves out files of earlier builds, which stay for open pages and are released already.
 */
export function filesOfBuild(folder: string): string[] {
  const [newest] = recordedBuilds(folder)
  const isOld = (file: string) =>
    newest !== undefined && /^(js|css|assets)\//.test(file) && !newest.includes(file.replace(/\.(br|gz)$/, ''))
  return globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.split('/').some((name) => name.startsWith('.')) && !isOld(file))
    .toSorted()
}

function recordedBuilds(folder: string): string[][] {
  try {
    return JSON.parse(readFileSync(join(folder, '.builds.json'), 'utf8'))
  } catch {
    return []
  }
}

/** Returns a tar.gz of these files: the same bytes for the same files. */
export async function archived(folder: string, files: readonly string[]): Promise<Buffer> {
  const tar = pack()
  const bytes = buffer(tar.pipe(createGzip({ level: 9 })))
  for (const file of files) {
    const content = readFileSync(join(folder, file))
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name: file, mtime: new Date(0), mode: 0o644 }, content, (error) =>
        error ? reject(error) : resolve(),
      )
    })
  }
  tar.finalize()
  return bytes
}

/** Something that the user of the command line can put right; its message is all that they need. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
