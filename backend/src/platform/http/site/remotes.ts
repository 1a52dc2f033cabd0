import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseRemotes } from '../../configuration/remote-addresses.ts'

/** Where the shell finds a part, in the shape the page carries it. */
export interface Remote {
  readonly name: string
  readonly manifest: string
  /** Null where it is not known, and where a pinned digest holds for the entry that the manifest names. */
  readonly entry: string | null
  readonly integrity: string | null
}

/** A part, and what a page that shows it loads first beside its manifest and entry. */
export interface FoundRemote {
  readonly remote: Remote
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** Tells where each part is now: a part that was built anew is found without a restart. */
export interface Remotes {
  /** Folders on other origins in which the files of parts lie, for the content security policy. */
  readonly folders: readonly string[]
  /** What is known; never waits for another server. */
  list(): Promise<readonly FoundRemote[]>
}

/** A look-up of a part elsewhere is given up after this time. */
const patienceMs = 5_000
/** A page asks for a newer look-up of what is older, for the pages after it. */
const freshMs = 5_000
/** Without pages, what is known grows no older than this. */
const refreshMs = 60_000

const files = z.object({ sync: z.array(z.string()) })
const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string().default('') }) }),
  exposes: z.array(z.object({ assets: z.object({ js: files, css: files }) })).default([]),
})

/** `setting` is the variable REMOTES, known to be well-formed; parts that it does not name come from `dist`. */
export function findRemotes(parts: readonly string[], setting: string | null, dist: string): Remotes {
  const given = setting === null ? {} : parseRemotes(setting)
  const finders = parts.map((name) => {
    const { manifest = null, pin = null } = given[name] ?? {}
    if (manifest !== null && pin !== null) return pinned(name, manifest, pin)
    return manifest !== null && URL.canParse(manifest) ? elsewhere(name, manifest) : here(name, manifest, dist)
  })
  const folders = Object.values(given).flatMap(({ manifest }) =>
    // A semicolon would end the directive of the policy.
    URL.canParse(manifest) ? [new URL('.', manifest).href.replaceAll(';', '%3B')] : [],
  )
  return { folders: [...new Set(folders)], list: () => Promise.all(finders.map((find) => find())) }
}

const digestOf = (content: Uint8Array): string => `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Where a manifest's files are, with `addressOf` turning their names into addresses. */
function filesOf(manifest: unknown, addressOf: (file: string) => string) {
  const { metaData, exposes } = manifestSchema.parse(manifest)
  const { path, name } = metaData.remoteEntry
  return {
    entry: addressOf(path + name),
    scripts: exposes.flatMap(({ assets }) => assets.js.sync.map(addressOf)),
    styles: exposes.flatMap(({ assets }) => assets.css.sync.map(addressOf)),
  }
}

/** Being built right now, not built at all, or out of reach: the shell will try, and say so in that area alone. */
const unknown = (name: string, manifest: string): FoundRemote => ({
  remote: { name, manifest, entry: null, integrity: null },
  scripts: [],
  styles: [],
})

/** A part that this backend serves itself; its manifest is read again when the file changes. */
function here(name: string, address: string | null, dist: string): () => Promise<FoundRemote> {
  const manifest = address ?? `/parts/${name}/mf-manifest.json`
  const file = join(dist, name, 'mf-manifest.json')
  let known: { readonly at: number; readonly found: FoundRemote } | null = null
  return async () => {
    try {
      const { mtimeMs } = await stat(file)
      if (known?.at === mtimeMs) return known.found
      const { entry, ...first } = filesOf(JSON.parse(await readFile(file, 'utf8')), (one) => `/parts/${name}/${one}`)
      const integrity = digestOf(await readFile(join(dist, entry.replace('/parts/', ''))))
      known = { at: mtimeMs, found: { remote: { name, manifest, entry, integrity }, ...first } }
      return known.found
    } catch {
      return unknown(name, manifest)
    }
  }
}

/** The browser checks the digest, so nothing has to be looked up. */
function pinned(name: string, manifest: string, pin: string): () => FoundRemote {
  const found: FoundRemote = { remote: { name, manifest, entry: null, integrity: pin }, scripts: [], styles: [] }
  return () => found
}

/** A part on another origin: looked up in the background, from the start on. What was found stays until there is better. */
function elsewhere(name: string, manifest: string): () => FoundRemote {
  let known = unknown(name, manifest)
  let startedAt = Number.NEGATIVE_INFINITY
  let isAsking = false
  const refresh = async () => {
    if (isAsking || performance.now() - startedAt < freshMs) return
    isAsking = true
    startedAt = performance.now()
    known = (await ask(name, manifest)) ?? known
    isAsking = false
  }
  void refresh()
  setInterval(() => void refresh(), refreshMs).unref()
  return () => {
    void refresh()
    return known
  }
}

async function ask(name: string, manifest: string): Promise<FoundRemote | null> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await (await fetch(manifest, { signal })).json()
    const { entry, ...first } = filesOf(answer, (file) => new URL(file, manifest).href)
    const content = await (await fetch(entry, { signal })).arrayBuffer()
    return { remote: { name, manifest, entry, integrity: digestOf(new Uint8Array(content)) }, ...first }
  } catch {
    return null
  }
}
