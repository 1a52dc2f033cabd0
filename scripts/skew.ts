import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/**
 * `npm run skew:keep`: stores the site of this commit for the tests of one release against another. Drops the oldest
 * stored one. Run it when the site is released; `--from folder` takes another working copy, which is built already.
 */
const root = resolve(import.meta.dirname, '..')
/** Releases of the whole site as they were, each in one file, whose names sort by age. */
const releasesFolder = join(root, 'e2e/skew/releases')
/** The number of stored releases. A page may have been open since the release before the last one. */
export const releasesToKeep = 2

/** Files of the stored releases, oldest first. */
export const storedReleases = (): string[] =>
  readdirSync(releasesFolder)
    .filter((name) => name.endsWith('.tar.br'))
    .toSorted()
    .map((name) => join(releasesFolder, name))

/** Files that run: the built shell and parts, and the sources of backend and language, which run as they are. */
const running = ['dist/{shell,tournament,dinner,staff}/**/*', '{backend,backend/!(src),events}/{package.json,src/**/*}']
/** Files that no test of an old release looks at. */
const unused = /\.(map|br|gz|png)$|\.(int\.|dom\.)?spec\.tsx?$|mf-stats\.json$/

/** Returns the built site of this working copy as one archive: the same bytes for the same files. */
async function archiveSite(folder: string): Promise<Buffer> {
  const tar = pack()
  const bytes = buffer(tar)
  const files = globSync(running, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !unused.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${sep}node_modules${sep}`))
  for (const file of files.toSorted())
    tar.entry({ name: file.slice(folder.length + 1).replaceAll(sep, '/'), mtime: new Date(0) }, readFileSync(file))
  tar.finalize()
  const whole = await bytes
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
  // The bundles have much in common, which a large window finds.
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: whole.length }
  return brotliCompressSync(whole, { params })
}

/** Unpacks a stored release into this folder, where it runs on the packages of today. */
export async function unpackRelease(file: string, folder: string): Promise<void> {
  const entries = extract()
  Readable.from([brotliDecompressSync(readFileSync(file))]).pipe(entries)
  for await (const entry of entries) {
    const target = join(folder, entry.header.name)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, await buffer(entry))
  }
  linkPackages(folder)
}

/** Links our own packages to those of the folder, and all others to where they are installed. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@ultimate'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@ultimate') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  const ofBackend = join(root, 'backend/node_modules')
  if (existsSync(ofBackend)) symlinkSync(ofBackend, join(folder, 'backend/node_modules'))
  for (const file of globSync('{backend,backend/*,events}/package.json', { cwd: folder })) {
    const { name } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name: string }
    symlinkSync(join(folder, dirname(file)), join(packages, name))
  }
}

/** `20261122-2135-ee1e3f1`: when the release in this folder was committed, and what. */
function nameRelease(folder: string): string {
  const format = ['--date=format-local:%Y%m%d-%H%M', '--format=%cd-%h']
  const env = { ...process.env, TZ: 'UTC' }
  return execFileSync('git', ['log', '-1', '--abbrev=7', ...format], { cwd: folder, env, encoding: 'utf8' }).trim()
}

if (import.meta.main) {
  const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
  const folder = resolve(from ?? '.')
  // Loaded only here, because the bundler comes with it.
  if (from === undefined) await (await import('./build.ts')).buildSite()
  mkdirSync(releasesFolder, { recursive: true })
  const archive = await archiveSite(folder)
  const file = join(releasesFolder, `${nameRelease(folder)}.tar.br`)
  writeFileSync(file, archive)
  for (const old of storedReleases().slice(0, -releasesToKeep)) rmSync(old)
  console.log(`Stored ${file} (${Math.ceil(archive.length / 1024)} KB).`)
}
