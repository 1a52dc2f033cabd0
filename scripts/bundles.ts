import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type PartName, partNames } from '../events/src/platform/part.ts'
import { computeFingerprint } from './dist-folder.ts'

/** The bundles, and whether each is up to date: apart from the build, because a server needs no bundler for this. */

const root = resolve(import.meta.dirname, '..')

export type BundleName = 'shell' | PartName
export const bundleNames: readonly BundleName[] = ['shell', ...partNames]

/** The sources that are in all bundles. */
const common = [
  'events/src/language',
  'events/src/platform',
  'shell/kit',
  'rspack.config.ts',
  'package-lock.json',
  'patches',
  'scripts/build.ts',
  'scripts/container-runtime.ts',
  'scripts/container-options.ts',
  'scripts/part-descriptions.ts',
]

/**
 * Lists the sources of a bundle: a change there builds it anew. Only a module's own part bundles anything of its
 * language (`npm run seams`).
 */
const listInputs = (name: BundleName) => [
  ...(name === 'shell' ? ['shell'] : [`mfe-${name}`, `events/src/${name}`]),
  ...common,
]

/** Digests of what each bundle is made of, in a working copy of the repository. */
export async function fingerprintsIn(folder: string): Promise<Record<BundleName, string>> {
  const digests = bundleNames.map(async (name) => [name, await computeFingerprint(folder, listInputs(name))] as const)
  return Object.fromEntries(await Promise.all(digests)) as Record<BundleName, string>
}

export interface Bundle {
  readonly name: BundleName
  readonly folder: string
  readonly fingerprint: string
  /** It is there, and made of what the sources are now. */
  readonly isCurrent: boolean
}

/** Returns the path of the stored digest of the sources of a bundle. */
export const locateMark = (folder: string) => join(folder, '.fingerprint')

/** The bundles in the folder `out`; `dist` by default. */
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
