import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const ignored = new Set(['node_modules', 'dist'])

/** Whether a change of this file changes what is built. */
const counts = (file: string) => !/\.(spec|fixture)\.tsx?$|tsbuildinfo$/.test(file)

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
}

/** A digest of the names and contents of all files below these paths, which are relative to `root`. */
export async function fingerprintOf(root: string, paths: readonly string[]): Promise<string> {
  const digest = createHash('sha256')
  const files = new Set(paths.flatMap((path) => filesBelow(join(root, path))).filter(counts))
  for (const file of [...files].toSorted()) {
    const content = readFileSync(file)
    digest.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return digest.digest('hex')
}
