import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnnouncedPart, PartDescription } from '@ultimate/events/platform/part.ts'
import { parseRemotes } from '../../configuration/configuration.ts'
import { readChangeTime } from './files.ts'
import { type PageFiles, readPartManifest } from './part-manifest.ts'

export type PartLocation = Pick<AnnouncedPart, 'name' | 'version' | 'manifest' | 'entry' | 'integrity'>

/** A live part. The lists of files are empty while the manifest has not been read, and for a pinned part. */
export interface FoundPart {
  readonly location: PartLocation
  /** Null if neither the part nor the version that came with the site could be read. */
  readonly description: PartDescription | null
  /** The version ranges that the part accepts of packages that the shell shares, by package. */
  readonly shares: Readonly<Record<string, string>>
  /** The files that every page of the part loads beside manifest and entry. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The files that one page loads in addition, by the page's path. */
  readonly pageFiles: Readonly<Record<string, PageFiles>>
  /** The digest with which the entry loads each file, by the file's address. */
  readonly digests: Readonly<Record<string, string>>
}

/** Finds the parts. The new files of a part that was built again are found without a restart. */
interface PartFinder {
  /** Folders on other origins in which the files of parts lie, for the content security policy. */
  readonly folders: readonly string[]
  /**
   * Returns all parts. The array stays the same object while all parts are read and unchanged, so callers can compare it.
   * Never waits for another server.
   */
  list(): Promise<readonly FoundPart[]>
}

/** A look-up of a part on another origin is given up after this time. */
const timeoutMs = 5_000
/** A request for a page starts a new look-up if the last one is older. Only later pages show its answer. */
const freshMs = 5_000
/** The time between look-ups while no page is requested. */
const refreshMs = 60_000

/** `setting` is the variable REMOTES, which is well-formed. Parts that it does not name come from `dist`. */
export function partFinder(parts: readonly string[], setting: string | null, dist: string): PartFinder {
  const settings = setting === null ? {} : parseRemotes(setting)
  const finders = parts.map((name) => {
    const { manifest = null, pin = null } = settings[name] ?? {}
    const findBuiltIn = finderOnSite(name, `/parts/${name}/mf-manifest.json`, dist)
    if (manifest === null) return findBuiltIn
    if (URL.canParse(manifest)) return finderElsewhere(name, manifest, pin, findBuiltIn)
    if (pin === null) return finderOnSite(name, manifest, dist)
    return async () => toUnreadPart(name, manifest, pin, await findBuiltIn())
  })
  const folders = listFolders(Object.values(settings).map(({ manifest }) => manifest))
  let known: readonly FoundPart[] = []
  const list = async () => {
    const found = await Promise.all(finders.map((find) => find()))
    if (found.length !== known.length || found.some((part, at) => part !== known[at])) known = found
    return known
  }
  return { folders, list }
}

/** Lists the folders on other origins in which these manifests lie, as a policy names them. */
export function listFolders(manifests: readonly string[]): string[] {
  const remoteManifests = manifests.filter((manifest) => URL.canParse(manifest))
  // A semicolon would end the directive of the policy.
  return [...new Set(remoteManifests.map((manifest) => new URL('.', manifest).href.replaceAll(';', '%3B')))]
}

const computeDigest = (content: Uint8Array): string => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Builds a part from the content of its manifest. `toAddress` turns names of files into addresses. */
export function toFoundPart(
  name: string,
  manifest: string,
  content: unknown,
  toAddress: (file: string) => string,
): FoundPart & { readonly location: { readonly entry: string } } {
  const { version, description, shares, entry, scripts, styles, ...byName } = readPartManifest(name, content)
  const pageFiles = Object.entries(byName.pageFiles).map(([path, page]) => {
    return [path, { ...page, files: page.files.map(toAddress) }] as const
  })
  const digests = Object.entries(byName.digests).map(([file, digest]) => [toAddress(file), digest] as const)
  return {
    location: { name, version, manifest, entry: toAddress(entry), integrity: null },
    description,
    shares,
    scripts: scripts.map(toAddress),
    styles: styles.map(toAddress),
    pageFiles: Object.fromEntries(pageFiles),
    digests: Object.fromEntries(digests),
  }
}

/**
 * Returns a part whose manifest this backend has not read, with the description of the built-in version. The part is not
 * built, is out of reach, or is pinned on this site. The shell reads the manifest instead, checks the entry against the
 * pin, and reports a failure only in the part's area.
 */
const toUnreadPart = (name: string, manifest: string, pin: string | null, builtIn: FoundPart | null): FoundPart => ({
  location: { name, version: null, manifest, entry: null, integrity: pin },
  description: builtIn?.description ?? null,
  shares: {},
  ...nothingToLoad,
})

const nothingToLoad = { scripts: [], styles: [], pageFiles: {}, digests: {} } as const

/**
 * Removes the addresses of files from a pinned part, so that pages preload none of them. The pin covers only the entry,
 * and only that entry knows the digests of the other files. The shell takes the entry's address from the manifest.
 */
const toPinnedPart = (found: FoundPart, pin: string): FoundPart => ({
  ...found,
  location: { ...found.location, entry: null, integrity: pin },
  ...nothingToLoad,
})

/**
 * Returns a function that finds a part in the folder `dist`. The part's manifest is read again when the file changes.
 * `manifest` is the address that pages announce; it does not change which file is read.
 */
function finderOnSite(name: string, manifest: string, dist: string): () => Promise<FoundPart> {
  const file = join(dist, name, 'mf-manifest.json')
  let known: { readonly at: number; readonly found: FoundPart } | null = null
  return async () => {
    try {
      const at = readChangeTime(file)
      if (known?.at === at) return known.found
      const content: unknown = JSON.parse(await readFile(file, 'utf8'))
      const found = toFoundPart(name, manifest, content, (path) => `/parts/${name}/${path}`)
      const integrity = computeDigest(await readFile(join(dist, found.location.entry.replace('/parts/', ''))))
      known = { at, found: { ...found, location: { ...found.location, integrity } } }
      return known.found
    } catch {
      return toUnreadPart(name, manifest, null, null)
    }
  }
}

/**
 * Returns a function that finds a part on another origin. The part is looked up in the background, for the first time
 * now. The last good answer is used until the next one.
 */
function finderElsewhere(
  name: string,
  manifest: string,
  pin: string | null,
  findBuiltIn: () => Promise<FoundPart>,
): () => Promise<FoundPart> {
  let known: FoundPart | null = null
  let startedAt = Number.NEGATIVE_INFINITY
  let isLookingUp = false
  const refresh = async () => {
    if (isLookingUp || performance.now() - startedAt < freshMs) return
    isLookingUp = true
    startedAt = performance.now()
    known = (await lookUp(name, manifest, pin)) ?? known
    isLookingUp = false
  }
  void refresh()
  setInterval(() => void refresh(), refreshMs).unref()
  return async () => {
    void refresh()
    return known ?? toUnreadPart(name, manifest, pin, await findBuiltIn())
  }
}

async function lookUp(name: string, manifest: string, pin: string | null): Promise<FoundPart | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const content: unknown = await (await fetch(manifest, { signal })).json()
    const found = toFoundPart(name, manifest, content, (file) => new URL(file, manifest).href)
    if (pin !== null) return toPinnedPart(found, pin)
    const entry = await (await fetch(found.location.entry, { signal })).arrayBuffer()
    return { ...found, location: { ...found.location, integrity: computeDigest(new Uint8Array(entry)) } }
  } catch {
    return null
  }
}
