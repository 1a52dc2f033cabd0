import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartDescription } from '@ultimate/events/platform/part.ts'
import { describePathConflict, missingFor, type Offer } from './announcement.ts'
import type { FoundPart } from './remotes.ts'

type Demands = Pick<PartDescription, 'contract' | 'needs'>

/** The needs of a release, by its description and its build. */
export interface ReleaseNeeds extends Demands, Partial<Pick<PartDescription, 'paths'>> {
  /** The versions that it can use of what the shell shares, by package. */
  readonly shares?: Readonly<Record<string, string>>
}

/** The version of a part that came with the site. */
export interface BuiltInPart extends Demands {
  readonly name: string
  readonly version: string
  /** The time at which it was built. */
  readonly at: Date
  /** Bytes of its files; 0 if they are elsewhere. */
  readonly size: number
}

/** The site to which parts are released: the parts that came with it, and what it offers to parts. */
export interface PartHost {
  builtIn(): Promise<readonly BuiltInPart[]>
  /** Returns why such a release of this part cannot run here, in a sentence for its team; null if it can. */
  incompatibility(name: string, demands: ReleaseNeeds): Promise<string | null>
  /** Returns why this backend cannot serve the release with this archive; see {@link PartReleases}. */
  findProblem(digest: string): string | null
  /** Finds the folder of the files of this version; null if they are elsewhere, or not there any more. */
  findFolder(name: string, version: string): Promise<string | null>
}

/** Reads a cookie of the request. */
export type ReadCookie = (name: string) => string | undefined

/** The parts as one visitor gets them. */
export interface Choice {
  readonly found: readonly FoundPart[]
  /** The versions that this browser alone is shown, by part. */
  readonly preview: Readonly<Record<string, string>>
  /** True if other visitors get other versions, so that no shared cache may store the page. */
  readonly isPersonal: boolean
  /** The cookie to set with a page, so that the visitor gets the same versions with the next page. */
  readonly cookie: { readonly name: string; readonly value: string; readonly maxAgeSeconds: number } | null
}

/** The releases of parts that are live. */
export interface LiveParts {
  /** `base` are the parts that came with the site. Only with a page, a new visitor may get a cookie. */
  choose(base: readonly FoundPart[], cookie: ReadCookie, isPage: boolean): Choice
}

/** The releases of parts, without the versions that came with the site. */
export interface PartReleases {
  /** Returns the live parts, after loading what this visitor may need; while the database is away, the last known. */
  current(cookie: ReadCookie): Promise<LiveParts>
  /** Returns the live parts that `current` returned last. */
  known(): LiveParts
  /** Finds the folder of the files of a release that this site serves; null if there is none. */
  findFolder(name: string, version: string): Promise<string | null>
  /** Returns why the archive with this digest could not be unpacked the last time, in a sentence; else null. */
  findProblem(digest: string): string | null
}

/** Returns the parts that came with the site, for a site without releases. */
export const asBuilt = (found: readonly FoundPart[]): Choice => ({
  found,
  preview: {},
  isPersonal: false,
  cookie: null,
})

interface HostParts {
  readonly parts: () => Promise<readonly FoundPart[]>
  readonly offer: () => Promise<Offer>
  /** Folder of the built bundles. */
  readonly dist: string
  readonly releases: () => PartReleases | null
}

/** The site as the registry of releases sees it. */
export function partHost({ parts, offer, dist, releases }: HostParts): PartHost {
  const startedAt = new Date()
  const sizes = new WeakMap<FoundPart, Promise<number>>()
  const builtIn = async (found: FoundPart): Promise<BuiltInPart[]> => {
    const { location, description } = found
    if (location.version === null || description === null) return []
    const folder = join(dist, location.name)
    const { mtimeMs, mtime } = await stat(join(folder, 'mf-manifest.json')).catch(() => ({
      mtimeMs: 0,
      mtime: startedAt,
    }))
    const isOnSite = mtimeMs > 0 && location.manifest.startsWith('/')
    if (isOnSite && !sizes.has(found)) sizes.set(found, measureSize(folder))
    const { name, version } = location
    const { contract, needs } = description
    const size = isOnSite ? ((await sizes.get(found)) ?? 0) : 0
    return [{ name, version, contract, needs, at: isOnSite ? mtime : startedAt, size }]
  }
  return {
    builtIn: async () => (await Promise.all((await parts()).map(builtIn))).flat(),
    incompatibility: async (name, { contract, needs, paths = [], shares = {} }) => {
      const others = (await parts()).filter(({ location }) => location.name !== name)
      const claimed = others.map(({ description }) => description).filter((description) => description !== null)
      const pathConflict = describePathConflict({ area: name, paths }, claimed)
      const lack = missingFor({ area: name, contract, needs }, await offer(), shares)
      return pathConflict ?? (lack && `${lack}.`)
    },
    findProblem: (digest) => releases()?.findProblem(digest) ?? null,
    findFolder: async (name, version) => {
      const released = await releases()?.findFolder(name, version)
      const isBuiltIn = (await parts()).some(({ location }) => location.name === name && location.version === version)
      return released ?? (isBuiltIn ? join(dist, name) : null)
    },
  }
}

/** The bytes of the files that a visitor may load, each file once. */
async function measureSize(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const counted = files.filter((file) => file.isFile() && !/^\.|\.(br|gz|map)$/.test(file.name))
  const sizes = await Promise.all(counted.map(({ parentPath, name }) => stat(join(parentPath, name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}
