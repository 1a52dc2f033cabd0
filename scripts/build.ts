import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Configuration, type MultiStats, rspack } from '@rspack/core'
import configurations from '../rspack.config.ts'
import { fingerprintOf } from './fingerprint.ts'
import { precompress } from './precompress.ts'
import { retire } from './retire.ts'

const root = resolve(import.meta.dirname, '..')

/** What each bundle is made of, beyond what all are made of. A change there builds that bundle anew. */
const folders = {
  shell: ['shell'],
  tournament: ['mfe-tournament'],
  dinner: ['mfe-dinner'],
  staff: ['mfe-staff'],
} as const
type BundleName = keyof typeof folders
const common = ['events/src', 'shell/kit', 'rspack.config.ts', 'package-lock.json', 'scripts/build.ts']

const markOf = (name: BundleName) => join(root, 'dist', name, '.fingerprint')

async function isCurrent(name: BundleName, fingerprint: string): Promise<boolean> {
  return existsSync(markOf(name)) && readFileSync(markOf(name), 'utf8') === fingerprint
}

/** Builds what has changed since the last build, or only `only` of it. Resolves to the names of what was built. */
export async function buildSite(
  only: readonly BundleName[] = Object.keys(folders) as BundleName[],
): Promise<BundleName[]> {
  const wanted = await Promise.all(
    only.map(async (name) => {
      const fingerprint = await fingerprintOf(root, [...folders[name], ...common])
      return { name, fingerprint, current: await isCurrent(name, fingerprint) }
    }),
  )
  const stale = wanted.filter(({ current }) => !current)
  if (stale.length === 0) return []
  const names = stale.map(({ name }) => name)
  console.log(`Building ${names.join(', ')}…`)
  for (const { name } of stale) rmSync(markOf(name), { force: true })
  const stats = await compile(names.flatMap((name) => (name === 'shell' ? [name, 'prerender'] : [name])))
  if (names.includes('shell')) await prerenderHome()
  for (const { name, fingerprint } of stale) {
    const folder = join(root, 'dist', name)
    retire(folder, filesOf(stats, name))
    await precompress(folder)
    await mkdir(folder, { recursive: true })
    writeFileSync(markOf(name), fingerprint)
  }
  return names
}

/** Runs the bundler on these configurations; what it complains about is thrown. */
function compile(names: readonly string[]): Promise<MultiStats> {
  process.env.NODE_ENV ??= 'production'
  const chosen = (configurations as Configuration[]).filter(({ name }) => names.includes(name ?? ''))
  return new Promise((resolve, reject) => {
    const compiler = rspack(chosen)
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error) reject(error)
      else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString({ all: false, errors: true })))
      else resolve(stats)
    })
  })
}

function filesOf(stats: MultiStats, name: string): string[] {
  const bundle = stats.stats.find((one) => one.compilation.name === name)
  return Object.keys(bundle?.compilation.assets ?? {})
}

async function prerenderHome(): Promise<void> {
  const module = pathToFileURL(join(root, 'dist/prerender/prerender.mjs'))
  const { prerenderHome: render } = (await import(`${module.href}?${Date.now()}`)) as { prerenderHome: () => string }
  writeFileSync(join(root, 'dist/shell/home.html'), render())
}

if (import.meta.main) {
  const only = process.argv.slice(2).filter((name): name is BundleName => name in folders)
  const built = await buildSite(only.length > 0 ? only : undefined)
  console.log(built.length > 0 ? `Built ${built.join(', ')}.` : 'Everything is built already.')
}
