import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Compilation, type Compiler, sources } from '@rspack/core'
import { describePart, withFirstFacts } from './part-descriptions.ts'

const root = resolve(import.meta.dirname, '..')

/** The digest of files that an entry vouches for, as the `integrity` attribute names it. */
export const sriHash = 'sha256'

/** The fields that are read here of the federation plugin's manifest. */
interface FederationManifest {
  readonly exposes: readonly { readonly assets: Readonly<Record<'js' | 'css', { readonly sync: string[] }>> }[]
}

/** A page of a part needs these files, and those that the shell lends it, before it can be drawn. */
interface PageFiles {
  readonly files: string[]
  readonly shares: string[]
}

/**
 * Completes the manifest of a part for backends of any release: its version, its description of `src/part.ts`, and the
 * files of each page with their digests.
 */
export class PartManifestPlugin {
  readonly #folder: string
  readonly #hasDigests: boolean

  /** `hasDigests` is false where the part's entry loads its files without digests, as in development. */
  constructor(folder: string, hasDigests: boolean) {
    this.#folder = resolve(root, folder)
    this.#hasDigests = hasDigests
  }

  apply(compiler: Compiler): void {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
    compiler.hooks.thisCompilation.tap('PartManifestPlugin', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'PartManifestPlugin', stage }, async () => {
        const manifest = JSON.parse(String(compilation.getAsset('mf-manifest.json')?.source.source()))
        const { version } = JSON.parse(readFileSync(resolve(this.#folder, 'package.json'), 'utf8'))
        const pageFiles = this.#filesByPage(compilation)
        const firstFiles = filesLoadedFirst(manifest, pageFiles)
        const digests = this.#hasDigests ? computeDigests(compilation, firstFiles) : {}
        const described = {
          ...manifest,
          version,
          ...withFirstFacts(await describePart(this.#folder)),
          pageFiles,
          digests,
        }
        compilation.updateAsset('mf-manifest.json', new sources.RawSource(JSON.stringify(described)))
      })
    })
  }

  /** Returns by path what the page's `import()` in `src/mfe.ts` loads. */
  #filesByPage(compilation: Compilation): Record<string, PageFiles> {
    const source = readFileSync(resolve(this.#folder, 'src/mfe.ts'), 'utf8')
    // `'/dinner/info': async () => (await import('./pages/dinner-info.tsx')).DinnerInfo`
    const imports = [...source.matchAll(/'(\/[^']*)':.*import\('([^']+)'\)/g)]
    const chunks = describedChunks(compilation)
    return Object.fromEntries(
      imports.flatMap(([, path = '', request = '']) => {
        const ids = new Set([...chunks].flatMap(([id, { requests }]) => (requests.includes(request) ? [id] : [])))
        const group = compilation.chunkGroups.find(
          ({ chunks: own }) => ids.size > 0 && own.length === ids.size && own.every(({ id }) => ids.has(String(id))),
        )
        if (!group) return []
        const shares = group.chunks.flatMap(({ id }) => chunks.get(String(id))?.shares ?? [])
        return [[path, { files: group.getFiles().filter(isLoaded), shares: [...new Set(shares)] }]]
      }),
    )
  }
}

/** The backend names these in a page, for browsers to load before they need them. */
function filesLoadedFirst({ exposes }: FederationManifest, pages: Record<string, PageFiles>): string[] {
  const exposed = exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...css.sync])
  return [...new Set([...exposed, ...Object.values(pages).flatMap(({ files }) => files)])]
}

/**
 * Computes the digests with which the part's entry loads its files. Browsers use a file that was loaded early only if
 * it was requested with the same digest.
 */
function computeDigests(compilation: Compilation, files: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap((file) => {
      const content = compilation.getAsset(file)?.source.buffer()
      return content ? [[file, `${sriHash}-${createHash(sriHash).update(content).digest('base64')}`]] : []
    }),
  )
}

/**
 * Returns by a chunk's id the imports that load it, and the files of the kit that it takes from the shell. Reads the
 * statistics, because the bundler never frees a module that `chunkGraph` or `origins` returned, and reports it as
 * leaked when the process ends.
 */
function describedChunks(compilation: Compilation) {
  const wanted = { ids: true, chunks: true, chunkOrigins: true, chunkModules: true, dependentModules: true }
  const { chunks = [] } = compilation.getStats().toJson({ all: false, ...wanted })
  const shareIn = (identifier = '') => /^consume shared.*? (@ultimate\S+?)@/.exec(identifier)?.[1] ?? []
  return new Map(
    chunks.map(({ id, origins = [], modules = [] }) => [
      String(id),
      {
        requests: origins.map(({ request }) => request),
        shares: modules.flatMap(({ identifier }) => shareIn(identifier)),
      },
    ]),
  )
}

const isLoaded = (file: string): boolean => /\.(js|css)$/.test(file)
