import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnnouncedPart, PartDescription } from '@ultimate/events/platform/part.ts'
import { parseRemotes } from '../../configuration/configuration.ts'
import { readChangeTime } from './files.ts'
import { type PageFiles, readPartManifest } from './part-manifest.ts'

/** The location of a part's files. */
export type Remote = Pick<AnnouncedPart, 'name' | 'version' | 'manifest' | 'entry' | 'integrity'>

/** A live part: its location, what it declares about itself, and what a page of it loads beside manifest and entry. */
export interface FoundRemote {
  readonly remote: Remote
  /** Null if neither the part nor the version that came with the site could be read. */
  readonly description: PartDescription | null
  /** The versions that it can use of what the shell shares, by package. */
  readonly shares: Readonly<Record<string, string>>
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The files that each page loads in addition, by path. */
  readonly pageFiles: Readonly<Record<string, PageFiles>>
  /** The digest that the entry asks for when it loads a file, by address. */
  readonly digests: Readonly<Record<string, string>>
}

/** Finds where each part is now. A part that was built anew is found without a restart. */
interface Remotes {
  /** Folders on other origins in which the files of parts lie, for the content security policy. */
  readonly folders: readonly string[]
  /** Returns the known parts; the same list until something of it changes. Never waits for another server. */
  list(): Promise<readonly FoundRemote[]>
}

/** A look-up of a part on another origin is given up after this time. */
const timeoutMs = 5_000
/** A page causes another look-up of parts whose look-up is older, for the pages after it. */
const freshMs = 5_000
/** The time between look-ups while no page is asked for. */
const refreshMs = 60_000

/** `setting` is the variable REMOTES, which is well-formed. Parts that it does not name come from `dist`. */
export function findRemotes(parts: readonly string[], setting: string | null, dist: string): Remotes {
  const locations = setting === null ? {} : parseRemotes(setting)
  const finders = parts.map((name) => {
    const { manifest = null, pin = null } = locations[name] ?? {}
    const builtIn = localFinder(name, `/parts/${name}/mf-manifest.json`, dist)
    if (manifest === null) return builtIn
    if (URL.canParse(manifest)) return remoteFinder(name, manifest, pin, builtIn)
    return pin === null ? localFinder(name, manifest, dist) : async () => standIn(name, manifest, pin, await builtIn())
  })
  const folders = listFolders(Object.values(locations).map(({ manifest }) => manifest))
  let known: readonly FoundRemote[] = []
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

/** Builds the remote of a part from its manifest. `toAddress` turns names of files into addresses. */
export function remoteAt(
  name: string,
  manifest: string,
  content: unknown,
  toAddress: (file: string) => string,
): FoundRemote & { readonly remote: { readonly entry: string } } {
  const { version, description, shares, entry, scripts, styles, ...byName } = readPartManifest(name, content)
  const pageFiles = Object.entries(byName.pageFiles).map(([path, page]) => {
    return [path, { ...page, files: page.files.map(toAddress) }] as const
  })
  const digests = Object.entries(byName.digests).map(([file, digest]) => [toAddress(file), digest] as const)
  return {
    remote: { name, version, manifest, entry: toAddress(entry), integrity: null },
    description,
    shares,
    scripts: scripts.map(toAddress),
    styles: styles.map(toAddress),
    pageFiles: Object.fromEntries(pageFiles),
    digests: Object.fromEntries(digests),
  }
}

/**
 * Returns the remote of a part that is being built, not built at all, or out of reach. The shell tries to load it, and
 * reports a failure only in the part's area. Until the part is read, the description of its built-in version counts.
 */
const standIn = (name: string, manifest: string, pin: string | null, builtIn: FoundRemote | null): FoundRemote => ({
  remote: { name, version: null, manifest, entry: null, integrity: pin },
  description: builtIn?.description ?? null,
  shares: {},
  ...nothingToLoad,
})

const nothingToLoad = { scripts: [], styles: [], pageFiles: {}, digests: {} } as const

/** Returns a part of which nothing is loaded before its entry, which knows the digests of all other files. */
const pinned = (found: FoundRemote, pin: string): FoundRemote => ({
  ...found,
  remote: { ...found.remote, entry: null, integrity: pin },
  ...nothingToLoad,
})

/** Returns what finds a part that this backend serves. Its manifest is read again when the file changes. */
function localFinder(name: string, manifest: string, dist: string): () => Promise<FoundRemote> {
  const file = join(dist, name, 'mf-manifest.json')
  let known: { readonly at: number; readonly found: FoundRemote } | null = null
  return async () => {
    try {
      const at = readChangeTime(file)
      if (known?.at === at) return known.found
      const content: unknown = JSON.parse(await readFile(file, 'utf8'))
      const found = remoteAt(name, manifest, content, (path) => `/parts/${name}/${path}`)
      const integrity = computeDigest(await readFile(join(dist, found.remote.entry.replace('/parts/', ''))))
      known = { at, found: { ...found, remote: { ...found.remote, integrity } } }
      return known.found
    } catch {
      return standIn(name, manifest, null, null)
    }
  }
}

/**
 * Returns what finds a part on another origin. It is looked up in the background, beginning now, and the last good
 * answer is cached until the next one. Of a pinned part only the description is used: the browser checks the digest of
 * its entry script.
 */
function remoteFinder(
  name: string,
  manifest: string,
  pin: string | null,
  builtIn: () => Promise<FoundRemote>,
): () => Promise<FoundRemote> {
  let known: FoundRemote | null = null
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
    return known ?? standIn(name, manifest, pin, await builtIn())
  }
}

async function lookUp(name: string, manifest: string, pin: string | null): Promise<FoundRemote | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const content: unknown = await (await fetch(manifest, { signal })).json()
    const found = remoteAt(name, manifest, content, (file) => new URL(file, manifest).href)
    if (pin !== null) return pinned(found, pin)
    const entry = await (await fetch(found.remote.entry, { signal })).arrayBuffer()
    return { ...found, remote: { ...found.remote, integrity: computeDigest(new Uint8Array(entry)) } }
  } catch {
    return null
  }
}
