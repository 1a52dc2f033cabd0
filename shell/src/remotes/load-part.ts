import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { satisfy } from '@module-federation/runtime-core'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { contracts, type Part } from '@ultimate/kit/contract.ts'

/** A part that does not answer within this time counts as down: a hanging remote never fails by itself. */
export const patienceMs = 8000

export type PartProblem = 'unknown' | 'unreachable' | 'incompatible'

/** A part could not be mounted; `problem` says why. */
export class PartUnavailable extends Error {
  override readonly name = 'PartUnavailable'
  readonly part: string
  readonly problem: PartProblem
  /** Why a part is incompatible, and what helps, for people; null where only that is known. */
  readonly reason: string | null

  constructor(part: string, problem: PartProblem, cause?: unknown) {
    super(`The ${part} part is ${problem}.`, { cause })
    this.part = part
    this.problem = problem
    this.reason = cause instanceof Misfit ? cause.sentence : null
  }
}

/** A part cannot run on this site. */
class Misfit extends Error {
  override readonly name = 'Misfit'
  /** For people; the federation runtime changes the message. */
  readonly sentence: string

  constructor(sentence: string) {
    super(sentence)
    this.sentence = sentence
  }
}

/** Digest of each part's entry script by its address, taken from the page. */
const digests = new Map<string, string>()
/** Digest that a part's entry script has to have, also at an address that its manifest names instead. */
const pins = new Map<string, string>()
const announced = new Map<string, AnnouncedPart>()
const loaded = new Map<string, Promise<Part>>()
const mounted = new Set<string>()

/** Whether the part has come. Until then, who waits for it says what is wrong. */
export const isMounted = (name: string): boolean => mounted.has(name)

/** Tells the federation runtime where the parts are. Called once, before the first page is drawn. */
export function registerParts(remotes: readonly AnnouncedPart[]): void {
  for (const remote of remotes) {
    const { name, entry, integrity } = remote
    announced.set(name, remote)
    if (entry && integrity) digests.set(new URL(entry, location.href).href, integrity)
    else if (integrity) pins.set(name, integrity)
  }
  registerPlugins([
    {
      name: 'check-digest',
      createScript: ({ url, remoteInfo }) => scriptFor(url, remoteInfo?.name),
      createLink: ({ url, attrs }) => linkFor(url, attrs),
      // Of a pinned part, nothing runs before its entry, which knows the digests of everything else.
      beforePreloadRemote: async ({ preloadOps }) => {
        if (preloadOps.some(({ nameOrAlias }) => pins.has(nameOrAlias))) preloadOps.length = 0
      },
      loadRemoteSnapshot: (loading) => {
        if ('manifestJson' in loading) checkManifest(loading.moduleInfo.name, loading.manifestJson)
        return loading
      },
      // Modules are loaded past `createScript`.
      loadEntry: async ({ remoteInfo }) => {
        const { name, type } = remoteInfo
        if (pins.has(name) && !classic.has(type)) throw new Error(`The pinned part ${name} is no script, but ${type}.`)
      },
    },
  ])
  registerRemotes(remotes.map(({ name, manifest }) => ({ name, entry: new URL(manifest, location.href).href })))
}

const classic: ReadonlySet<string> = new Set(['global', 'var'])

/** Attributes of HTML cannot vouch for entries that are loaded by script; this can. */
function scriptFor(url: string, part: string | undefined): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = url
  script.async = true
  const digest = pins.get(part ?? '') ?? digests.get(new URL(url, location.href).href)
  if (digest) script.integrity = digest
  script.crossOrigin = 'anonymous'
  return script
}

/** In the mode in which the part itself loads its files, and the page preloads them: else each would be loaded twice. */
function linkFor(url: string, attributes: Record<string, unknown> = {}): HTMLLinkElement {
  const link = document.createElement('link')
  link.href = url
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, String(value))
  link.crossOrigin = 'anonymous'
  return link
}

/** Loads a part once; after a failure the next call tries anew. Rejects with {@link PartUnavailable}. */
export function loadPart(name: string): Promise<Part> {
  const known = loaded.get(name)
  if (known) return known
  const loading = fetchPart(name).catch((error: unknown) => {
    loaded.delete(name)
    forgetRemote(name)
    throw error
  })
  loaded.set(name, loading)
  return loading
}

/** Starts loading because the visitor is about to go there; a failure is shown when they do. */
export function preloadPart(name: string): void {
  loadPart(name).catch(() => undefined)
}

/** The runtime remembers a remote that failed, hung or did not fit; registered again, the next attempt is a fresh one. */
function forgetRemote(name: string): void {
  const part = announced.get(name)
  if (part) registerRemotes([{ name, entry: new URL(part.manifest, location.href).href }], { force: true })
}

async function fetchPart(name: string): Promise<Part> {
  const known = announced.get(name)
  if (!known) throw new PartUnavailable(name, 'unknown')
  if (known.misfit !== null) throw new PartUnavailable(name, 'incompatible', new Misfit(known.misfit))
  const part = await inTime(fetchMount(name), name)
  if (!Array.isArray(part?.routes)) throw new PartUnavailable(name, 'incompatible')
  mounted.add(name)
  return part
}

/**
 * What a manifest says is checked as it is loaded, because the one that the page was made of may have been another: a tab
 * may have been open since before the part was released anew.
 */
function checkManifest(
  part: string,
  { name, contract }: { readonly name?: string; readonly contract?: unknown },
): void {
  const { area } = announced.get(part) ?? { area: part }
  if (name !== part)
    throw new Misfit(
      `The ${area} pages are announced as those of another part: whoever releases them has to mend that.`,
    )
  const isFit = typeof contract !== 'string' || contracts.some((offered) => satisfy(`${offered}.0.0`, contract))
  if (!isFit) throw new Misfit(`The ${area} pages were renewed and need a newer shell: please reload this page.`)
}

/** A second attempt at once, because a browser answers the first one from a preload that failed while the part was down. */
async function fetchMount(name: string): Promise<Part | null> {
  const mount = () => loadRemote<Part>(`${name}/mfe`)
  try {
    return await mount().catch((error: unknown) => {
      if (isVersionSkew(error)) throw error
      forgetRemote(name)
      return mount()
    })
  } catch (error) {
    throw new PartUnavailable(name, isVersionSkew(error) ? 'incompatible' : 'unreachable', error)
  }
}

/** Sharing with `strictVersion` refuses a part that needs another version of what all parts share. */
export const isVersionSkew = (error: unknown): boolean =>
  error instanceof Misfit || (error instanceof Error && /does not satisfy|RUNTIME-00[56]/.test(error.message))

async function inTime<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartUnavailable(name, 'unreachable')), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
