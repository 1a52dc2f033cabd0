import { rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Configuration, type MultiStats, rspack } from '@rspack/core'
import configurations, { partBundle, sharedVersions } from '../rspack.config.ts'
import { type BundleName, bundleNames, locateMark, precompress, readBundles, removeOldFiles } from './bundles.ts'

const root = resolve(import.meta.dirname, '..')

interface BuildOptions {
  /** The bundles to build; all by default. */
  readonly only?: readonly BundleName[]
  /** Folder that gets one folder per bundle; `dist` by default. */
  readonly out?: string
}

/** Builds the bundles that have changed since the last build. Resolves to their names. */
export async function buildSite(options: BuildOptions = {}): Promise<BundleName[]> {
  const { only = bundleNames, out = join(root, 'dist') } = options
  const wanted = await readBundles(only, out)
  const stale = wanted.filter(({ isCurrent }) => !isCurrent)
  if (stale.length === 0) return []
  const names = stale.map(({ name }) => name)
  const reused = wanted.filter(({ isCurrent }) => isCurrent).map(({ name }) => name)
  const unchanged = reused.length > 0 ? ` (unchanged: ${reused.join(', ')})` : ''
  console.log(`Building ${names.join(', ')}${unchanged}…`)
  for (const { folder } of stale) rmSync(locateMark(folder), { force: true })
  const stats = await bundle(
    names.flatMap((name) => (name === 'shell' ? [name, 'prerender'] : [name])),
    out,
  )
  if (names.includes('shell')) await writeFirstAnswers(out, stats)
  for (const { name, folder, fingerprint } of stale) {
    removeOldFiles(folder, listFiles(stats, name))
    await precompress(folder)
    await mkdir(folder, { recursive: true })
    writeFileSync(locateMark(folder), fingerprint)
    console.log(`  ${name} is ready: ${names.indexOf(name) + 1} of ${names.length}.`)
  }
  return names
}

/** Sets the environment that the bundler's plugins read, and restores it afterward: tests of React need theirs. */
async function withEnvironment<T>(work: () => Promise<T>): Promise<T> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = NODE_ENV ?? 'production'
  try {
    return await work()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
  }
}

/** Builds a part that stands in a folder of its own, as another team may have it, into `out`. */
export async function buildPart(name: string, folder: string, out: string): Promise<void> {
  const config = partBundle(name, folder)
  await withEnvironment(() => run([{ ...config, output: { ...config.output, path: out } }]))
  await precompress(out)
}

function bundle(names: readonly string[], out: string): Promise<MultiStats> {
  const chosen = (configurations as Configuration[])
    .filter(({ name }) => names.includes(name ?? ''))
    .map((config) => ({ ...config, output: { ...config.output, path: join(out, config.name ?? '') } }))
  return withEnvironment(() => run(chosen, (name) => console.log(`  ${name} is compiled.`)))
}

/** Runs the bundler on these configurations, and throws its errors. Calls `onCompiled` with the name of each. */
function run(chosen: Configuration[], onCompiled: (name: string) => void = () => {}): Promise<MultiStats> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(chosen)
    for (const { name = '', hooks } of compiler.compilers) hooks.done.tap('progress', () => onCompiled(name))
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error) reject(error)
      else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString({ all: false, errors: true })))
      else resolve(stats)
    })
  })
}

function listFiles(stats: MultiStats, name: string): string[] {
  const statsOfBundle = stats.stats.find(({ compilation }) => compilation.name === name)
  return Object.keys(statsOfBundle?.compilation.assets ?? {})
}

interface Prerender {
  readonly templates: () => object
  readonly gateAnswer: () => object
}

/** Writes the content of the first answers of the backend, and the files that the shell fetches once it is idle. */
async function writeFirstAnswers(out: string, stats: MultiStats): Promise<void> {
  const module = pathToFileURL(join(out, 'prerender/prerender.mjs'))
  const { templates, gateAnswer } = (await import(`${module.href}?${Date.now()}`)) as Prerender
  const content = {
    ...templates(),
    gate: { ...gateAnswer(), files: filesOfShell(stats, isLoadedFor(/\/gate-page\.tsx$/)) },
    later: filesOfShell(stats, ({ initial, names }) => !initial && !names?.includes(toolsChunk)),
    withParts: filesOfShell(stats, isLoadedFor(partsFiles)),
    lends: listLentFiles(stats),
    shares: sharedVersions(),
  }
  writeFileSync(join(out, 'shell/first-answers.json'), JSON.stringify(content))
}

/** The chunks of this name serve only the developers of the site. */
const toolsChunk = 'tools'

/** The sources that the shell loads with the first part. */
const partsFiles = /\/(federation\.ts|part-area\.tsx)$/

type Chunk = NonNullable<ReturnType<MultiStats['stats'][number]['toJson']>['chunks']>[number]

const chunksOfShell = (stats: MultiStats): readonly Chunk[] => {
  const shell = stats.stats.find(({ compilation }) => compilation.name === 'shell')
  return shell?.toJson({ all: false, chunks: true, chunkOrigins: true }).chunks ?? []
}

/** Returns whether an `import()` of such a file loads the chunk. */
const isLoadedFor =
  (file: RegExp) =>
  ({ origins }: Chunk): boolean =>
    origins?.some(({ request }) => file.test(request)) ?? false

/** Returns the addresses of the scripts and styles of these chunks. */
function filesOfShell(stats: MultiStats, isWanted: (chunk: Chunk) => boolean): string[] {
  const files = chunksOfShell(stats)
    .filter(isWanted)
    .flatMap((chunk) => chunk.files ?? [])
  return files.filter((file) => /\.(js|css)$/.test(file)).map((file) => `/parts/shell/${file}`)
}

/** Returns by name the files of those lent modules that the shell loads only when a part asks for them. */
function listLentFiles(stats: MultiStats): Record<string, string[]> {
  const lentModules = ({ origins = [] }: Chunk) =>
    origins.filter(({ moduleName }) => moduleName.endsWith('/remotes/shares.ts')).map(({ request }) => request)
  const names = new Set(chunksOfShell(stats).flatMap(lentModules))
  return Object.fromEntries(
    [...names].map((name) => [name, filesOfShell(stats, (chunk) => lentModules(chunk).includes(name))]),
  )
}

/** `--only tournament` (more than once for more) and `--out folder`; an unknown name is an error. */
function parseOptions(): BuildOptions {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, out: { type: 'string' } } })
  const unknown = values.only?.filter((name) => !bundleNames.some((known) => known === name)) ?? []
  if (unknown.length > 0) throw new Error(`--only takes ${bundleNames.join(', ')}; not ${unknown.join(', ')}.`)
  return {
    ...(values.only ? { only: values.only as BundleName[] } : {}),
    ...(values.out ? { out: resolve(values.out) } : {}),
  }
}

if (import.meta.main) {
  // `scripts/start.ts` runs this program with a channel, which closes when that process is killed.
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
  try {
    const built = await buildSite(parseOptions())
    console.log(built.length > 0 ? `Built ${built.join(', ')}.` : 'Everything is built already.')
  } catch (error) {
    // The message is the bundler's. The stack of this script would explain nothing.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
