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

/** Tells where each part is now: a part that was built anew is found without a restart. */
export interface Remotes {
  /** Origins other than ours, for the content security policy. */
  readonly origins: readonly string[]
  list(): Promise<readonly Remote[]>
}

const builtIn = ['tournament', 'dinner', 'staff'] as const

/** A part elsewhere must not keep a page waiting; the browser will try for itself. */
const patienceMs = 1500
const freshMs = 5000

const manifestSchema = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string().default('') }) }),
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

function entryOf(manifest: unknown): string {
  const { path, name } = manifestSchema.parse(manifest).metaData.remoteEntry
  return path + name
}

/** A part that this backend serves itself; its manifest is read again when the file changes. */
function here(name: string, address: string | null, dist: string): () => Promise<Remote> {
  const manifest = address ?? `/parts/${name}/mf-manifest.json`
  const folder = join(dist, name)
  let known: { readonly at: number; readonly remote: Remote } | null = null
  return async () => {
    try {
      const { mtimeMs } = await stat(join(folder, 'mf-manifest.json'))
      if (known?.at === mtimeMs) return known.remote
      const entry = entryOf(JSON.parse(await readFile(join(folder, 'mf-manifest.json'), 'utf8')))
      const integrity = digestOf(await readFile(join(folder, entry)))
      known = { at: mtimeMs, remote: { name, manifest, entry: `/parts/${name}/${entry}`, integrity } }
      return known.remote
    } catch {
      // Being built right now, or not built at all: the shell will find out and say so in that area alone.
      return { name, manifest, entry: null, integrity: null }
    }
  }
}

/** A part on another origin. */
function elsewhere(name: string, manifest: string): () => Promise<Remote> {
  let known: { readonly until: number; readonly remote: Promise<Remote> } | null = null
  return () => {
    if (known && known.until > Date.now()) return known.remote
    const remote = ask(name, manifest)
    known = { until: Date.now() + freshMs, remote }
    return remote
  }
}

async function ask(name: string, manifest: string): Promise<Remote> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const entry = new URL(entryOf(await (await fetch(manifest, { signal })).json()), manifest).href
    const content = await (await fetch(entry, { signal })).arrayBuffer()
    return { name, manifest, entry, integrity: digestOf(new Uint8Array(content)) }
  } catch {
    return { name, manifest, entry: null, integrity: null }
  }
}
