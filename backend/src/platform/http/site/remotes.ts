import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Where the shell finds a part, in the shape the page carries it. */
export interface Remote {
  readonly name: string
  readonly manifest: string
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
  /** Origins other than ours, for the content security policy. */
  readonly origins: readonly string[]
  list(): Promise<readonly FoundRemote[]>
}

const builtIn = ['tournament', 'dinner', 'staff'] as const

/** A part elsewhere must not keep a page waiting; the browser will try for itself. */
const patienceMs = 1500
const freshMs = 5000

const files = z.object({ sync: z.array(z.string()) })
const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string().default('') }) }),
  exposes: z.array(z.object({ assets: z.object({ js: files, css: files }) })).default([]),
})

/**
 * `setting` is the variable REMOTES (`tournament=https://…/mf-manifest.json,…`), already known to be well-formed; parts
 * it does not name come from `dist`, the folder of the built-in ones.
 */
export function findRemotes(setting: string | null, dist: string): Remotes {
  const given = new Map((setting ?? '').split(',').filter(Boolean).map(splitAtEquals))
  const finders = builtIn.map((name) => {
    const address = given.get(name)
    return address && URL.canParse(address) ? elsewhere(name, address) : here(name, address ?? null, dist)
  })
  const origins = [...given.values()]
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).origin)
  return { origins: [...new Set(origins)], list: () => Promise.all(finders.map((find) => find())) }
}

function splitAtEquals(pair: string): [name: string, address: string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
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

/** A part on another origin. */
function elsewhere(name: string, manifest: string): () => Promise<FoundRemote> {
  let known: { readonly until: number; readonly found: Promise<FoundRemote> } | null = null
  return () => {
    if (known && known.until > Date.now()) return known.found
    const found = ask(name, manifest)
    known = { until: Date.now() + freshMs, found }
    return found
  }
}

async function ask(name: string, manifest: string): Promise<FoundRemote> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await (await fetch(manifest, { signal })).json()
    const { entry, ...first } = filesOf(answer, (file) => new URL(file, manifest).href)
    const content = await (await fetch(entry, { signal })).arrayBuffer()
    return { remote: { name, manifest, entry, integrity: digestOf(new Uint8Array(content)) }, ...first }
  } catch {
    return unknown(name, manifest)
  }
}
