import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnnouncedPart, type PartDescription, partDescription } from '@ultimate/events/platform/part.ts'
import { z } from 'zod'
import { parseRemotes } from '../../configuration/configuration.ts'

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
    const builtIn = findHere(name, `/parts/${name}/mf-manifest.json`, dist)
    if (manifest === null) return builtIn
    if (URL.canParse(manifest)) return findElsewhere(name, manifest, pin, builtIn)
    return pin === null ? findHere(name, manifest, dist) : async () => standIn(name, manifest, pin, await builtIn())
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
  const { version, description, shares, entry, scripts, styles, ...manifestOf } = readPartManifest(name, content)
  const pageFiles = Object.entries(manifestOf.pageFiles).map(([path, page]) => {
    return [path, { ...page, files: page.files.map(toAddress) }] as const
  })
  const digests = Object.entries(manifestOf.digests).map(([file, digest]) => [toAddress(file), digest] as const)
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
function findHere(name: string, manifest: string, dist: string): () => Promise<FoundRemote> {
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
function findElsewhere(
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

const files = z.object({ sync: z.array(z.string()) })

/** The files that a page loads before it can be drawn: those of the part, and the names of what the shell shares. */
const pageFiles = z.object({ files: z.array(z.string()), shares: z.array(z.string()) })
type PageFiles = z.output<typeof pageFiles>

/** What is read of `mf-manifest.json` beside the description of the part. */
const manifestFile = z.object({
  name: z.string(),
  version: z.string().max(60),
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string().default('') }) }),
  shared: z.array(z.object({ name: z.string(), requiredVersion: z.string().optional() })).default([]),
  exposes: z.array(z.object({ assets: z.object({ js: files, css: files }) })).default([]),
  // Only hints follow from these two fields: a part without them, or with another form of them, is only slower.
  pageFiles: z.record(z.string(), pageFiles).catch({}).default({}),
  digests: z.record(z.string(), z.string()).catch({}).default({}),
})

export interface PartManifest {
  readonly name: string
  readonly version: string
  readonly description: PartDescription
  /** The versions that the part can use of what the shell shares, by package. */
  readonly shares: Readonly<Record<string, string>>
  /** Files relative to the manifest: the entry script, and what the first page of the part loads beside it. */
  readonly entry: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The files of each page, by path. */
  readonly pageFiles: Readonly<Record<string, PageFiles>>
  /** The digest that the entry asks for when it loads a file, by file, in the form of the `integrity` attribute. */
  readonly digests: Readonly<Record<string, string>>
}

/** @throws Error if the content is no manifest, or names another part */
export function readPartManifest(name: string, content: unknown): PartManifest {
  const { metaData, exposes, shared, version, ...file } = manifestFile.parse(content)
  if (file.name !== name) throw new Error(`The manifest of the part ${name} names the part ${file.name}.`)
  const { path, name: entry } = metaData.remoteEntry
  return {
    name,
    version,
    description: partDescription.parse(content),
    shares: Object.fromEntries(shared.map(({ name, requiredVersion }) => [packageOf(name), requiredVersion ?? '*'])),
    entry: path + entry,
    scripts: exposes.flatMap(({ assets }) => assets.js.sync),
    styles: exposes.flatMap(({ assets }) => assets.css.sync),
    pageFiles: file.pageFiles,
    digests: file.digests,
  }
}

/** Returns `react` for its file `react/jsx-runtime`. */
const packageOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/')

const changeTimes = new Map<string, number>()

/**
 * Returns when this file was changed last, in milliseconds. Each page asks for several files, so the time is cached for
 * one turn of the event loop. Reading it takes 10 µs; without blocking, in another thread, it would take 400 µs.
 *
 * @throws Error if there is no such file
 */
export function readChangeTime(file: string): number {
  const known = changeTimes.get(file)
  if (known !== undefined) return known
  const { mtimeMs } = statSync(file)
  if (changeTimes.size === 0) setImmediate(() => changeTimes.clear())
  changeTimes.set(file, mtimeMs)
  return mtimeMs
}
