import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type PartName, partNames } from '../events/src/platform/part.ts'

/** The bundles, and whether each is up to date. Apart from the build, so that a server starts without the bundler. */

const root = resolve(import.meta.dirname, '..')

export type BundleName = 'shell' | PartName
export const bundleNames: readonly BundleName[] = ['shell', ...partNames]

/** The sources that are in all bundles. */
const commonInputs = [
  'events/src/language',
  'events/src/platform',
  'events/package.json',
  'shell/kit',
  'rspack.config.ts',
  'package-lock.json',
  'patches',
  'scripts/build.ts',
  'scripts/container-runtime.ts',
  'scripts/container-options.ts',
  'scripts/lean-federation.ts',
  'scripts/part-descriptions.ts',
  'scripts/part-manifest.ts',
]

/**
 * Lists the sources of a bundle: a change there builds it anew. Only a module's own part bundles anything of its
 * language (`npm run seams`).
 */
const listInputs = (name: BundleName) => [
  ...(name === 'shell' ? ['shell'] : [`mfe-${name}`, `events/src/${name}`]),
  ...commonInputs,
]

/** Returns a digest of the sources of each bundle, in a working copy of the repository. */
export async function fingerprintsIn(folder: string): Promise<Record<BundleName, string>> {
  const digests = bundleNames.map(async (name) => [name, await computeFingerprint(folder, listInputs(name))] as const)
  return Object.fromEntries(await Promise.all(digests)) as Record<BundleName, string>
}

interface Bundle {
  readonly name: BundleName
  readonly folder: string
  readonly fingerprint: string
  /** True if the bundle is there, and built from the current sources. */
  readonly isCurrent: boolean
}

/** Returns the path of the stored digest of the sources of a bundle. */
export const locateMark = (folder: string) => join(folder, '.fingerprint')

/** Reads the state of the bundles in the folder `out`; `dist` by default. */
export async function readBundles(
  names: readonly BundleName[] = bundleNames,
  out: string = join(root, 'dist'),
): Promise<Bundle[]> {
  const fingerprints = await fingerprintsIn(root)
  return names.map((name) => {
    const [folder, fingerprint] = [join(out, name), fingerprints[name]]
    const mark = locateMark(folder)
    return { name, folder, fingerprint, isCurrent: existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint }
  })
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Smaller files gain nothing: they fit into one packet anyway. */
const minBytes = 1024

/** Writes a `.br` and a `.gz` beside every hashed script, style sheet and drawing of this folder that has none yet. */
export async function precompress(folder: string): Promise<void> {
  const files = globSync(['js/*.js', 'css/*.css', 'assets/*.svg'], { cwd: folder }).map((file) => join(folder, file))
  await Promise.all(files.filter((file) => !existsSync(`${file}.br`)).map(compress))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < minBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }))
  await writeFile(`${file}.br`, await brotli(content, { params }))
}

/** The number of builds whose files stay, for pages that were open before a deployment and still load their chunks. */
const buildsToKeep = 3

/** Records the files of the newest build of this folder, and removes hashed files that only older builds used. */
export function removeOldFiles(folder: string, files: readonly string[]): void {
  const record = join(folder, '.builds.json')
  const builds = [files, ...readRecord(record)].slice(0, buildsToKeep)
  writeFileSync(record, JSON.stringify(builds))
  const used = new Set(builds.flat())
  for (const file of globSync(['js/*', 'css/*', 'assets/*'], { cwd: folder })) {
    if (!used.has(file.replace(/\.(br|gz)$/, ''))) rmSync(join(folder, file), { force: true })
  }
}

function readRecord(record: string): string[][] {
  try {
    return JSON.parse(readFileSync(record, 'utf8'))
  } catch {
    return []
  }
}

const ignored = new Set(['node_modules', 'dist'])

/** Returns whether a change of this file changes what is built. */
const isInput = (file: string) => !/\.(spec|fixture)\.tsx?$|tsbuildinfo$/.test(file)

function filesBelow(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !ignored.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]))
}

/** Returns a digest of the names and contents of all files below these paths, which are relative to `folder`. */
async function computeFingerprint(folder: string, paths: readonly string[]): Promise<string> {
  const digest = createHash('sha256')
  const files = new Set(paths.flatMap((path) => filesBelow(join(folder, path))).filter(isInput))
  for (const file of [...files].toSorted()) {
    const content = readFileSync(file)
    digest.update(`${relative(folder, file)}\0${content.length}\0`).update(content)
  }
  return digest.digest('hex')
}
