import { satisfy } from '@module-federation/runtime-core'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { contracts } from '@ultimate/kit/contract.ts'
import { Incompatibility } from './part-unavailable.ts'

/** `mf-manifest.json` of a part as far as the shell reads it. */
interface ManifestFile {
  readonly name?: string
  readonly contract?: unknown
  readonly metaData: {
    readonly publicPath?: string
    readonly globalName: string
    readonly remoteEntry: { readonly name: string; readonly path?: string; readonly type?: string }
  }
  readonly digests?: Readonly<Record<string, string>>
  readonly exposes?: readonly { readonly assets: { readonly js: Files; readonly css: Files } }[]
}

interface Files {
  readonly sync: readonly string[]
}

/** The absolute addresses of the files of a part. */
export interface LocatedPart {
  readonly entry: string
  /** The type of the entry; a script that sets a global variable, by default. */
  readonly type: string
  /** The variable that the entry sets. */
  readonly globalName: string
  /** The files of its exposed module. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The digests that the entry asks for when it loads files, by address; empty for parts that do not name any. */
  readonly digests: ReadonlyMap<string, string>
}

/**
 * Reads the manifest of a part, which the federation runtime could do too, with four times the code.
 *
 * @throws Incompatibility if the manifest is that of another part, or the part needs a newer shell
 */
export async function locate(part: AnnouncedPart): Promise<LocatedPart> {
  const address = new URL(part.manifest, location.href)
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address.href} answers with ${answer.status}.`)
  const manifest = (await answer.json()) as ManifestFile
  checkManifest(part, manifest)
  const { publicPath = 'auto', globalName, remoteEntry } = manifest.metaData
  const base = new URL(publicPath === 'auto' ? '.' : publicPath, address)
  const at = (file: string) => new URL(file, base).href
  const assets = manifest.exposes?.map((exposed) => exposed.assets) ?? []
  return {
    entry: at([remoteEntry.path, remoteEntry.name].filter(Boolean).join('/')),
    type: remoteEntry.type ?? 'global',
    globalName,
    scripts: assets.flatMap(({ js }) => js.sync).map(at),
    styles: assets.flatMap(({ css }) => css.sync).map(at),
    digests: new Map(Object.entries(manifest.digests ?? {}).map(([file, digest]) => [at(file), digest])),
  }
}

/**
 * Checks a manifest when it is loaded. It may be newer than the one that the page was made from, because the tab may be
 * older than the release.
 */
function checkManifest({ name, area }: AnnouncedPart, manifest: ManifestFile): void {
  if (manifest.name !== name)
    throw new Incompatibility(`The ${area} pages are announced as those of another part: their team has to fix that.`)
  const { contract } = manifest
  const isFit = typeof contract !== 'string' || contracts.some((offered) => satisfy(`${offered}.0.0`, contract))
  if (!isFit)
    throw new Incompatibility(`The ${area} pages were renewed and need a newer shell: please reload this page.`)
}
