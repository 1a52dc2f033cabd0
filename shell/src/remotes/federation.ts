import { init } from '@module-federation/enhanced/runtime'
import { type ModuleFederationRuntimePlugin, satisfy } from '@module-federation/runtime-core'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { contracts, type Part } from '@ultimate/kit/contract.ts'
import { lendRuntime } from './lend-runtime.ts'
import { Misfit } from './part-unavailable.ts'
import { shares } from './shares.ts'

/** The federation runtime as the shell uses it. */
export interface Federation {
  /** What the part exposes. Rejects where it does not come or does not fit. */
  mount(name: string): Promise<Part | null>
  /** The runtime remembers a remote that failed, hung or did not fit; registered again, the next attempt is a fresh one. */
  forget(name: string): void
}

/** Tells the federation runtime where the parts are, and lends them what the shell shares. */
export function federate(announced: ReadonlyMap<string, AnnouncedPart>): Federation {
  const shell = init({
    name: 'shell',
    remotes: [],
    shared: shares,
    shareStrategy: 'loaded-first',
    plugins: [lendRuntime(), checkDigests(announced)],
  })
  const remoteOf = ({ name, manifest }: AnnouncedPart) => ({ name, entry: new URL(manifest, location.href).href })
  shell.registerRemotes([...announced.values()].map(remoteOf))
  return {
    mount: (name) => shell.loadRemote<Part>(`${name}/mfe`),
    forget: (name) => {
      const part = announced.get(name)
      if (part) shell.registerRemotes([remoteOf(part)], { force: true })
    },
  }
}

function checkDigests(announced: ReadonlyMap<string, AnnouncedPart>): ModuleFederationRuntimePlugin {
  /** Digest of each part's entry script by its address, taken from the page. */
  const digests = new Map<string, string>()
  /** Digest that a part's entry script has to have, also at an address that its manifest names instead. */
  const pins = new Map<string, string>()
  for (const { name, entry, integrity } of announced.values()) {
    if (entry && integrity) digests.set(new URL(entry, location.href).href, integrity)
    else if (integrity) pins.set(name, integrity)
  }
  return {
    name: 'check-digest',
    createScript: ({ url, remoteInfo }) =>
      scriptFor(url, pins.get(remoteInfo?.name ?? '') ?? digests.get(new URL(url, location.href).href)),
    createLink: ({ url, attrs }) => linkFor(url, attrs),
    // Of a pinned part, nothing runs before its entry, which knows the digests of everything else.
    beforePreloadRemote: async ({ preloadOps }) => {
      if (preloadOps.some(({ nameOrAlias }) => pins.has(nameOrAlias))) preloadOps.length = 0
    },
    loadRemoteSnapshot: (loading) => {
      if ('manifestJson' in loading) checkManifest(announced.get(loading.moduleInfo.name), loading)
      return loading
    },
    // Modules are loaded past `createScript`.
    loadEntry: async ({ remoteInfo }) => {
      const { name, type } = remoteInfo
      if (pins.has(name) && !classic.has(type)) throw new Error(`The pinned part ${name} is no script, but ${type}.`)
    },
  }
}

const classic: ReadonlySet<string> = new Set(['global', 'var'])

/** Attributes of HTML cannot vouch for entries that are loaded by script; this can. */
function scriptFor(url: string, digest: string | undefined): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = url
  script.async = true
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

interface LoadedManifest {
  readonly moduleInfo: { readonly name: string }
  readonly manifestJson?: { readonly name?: string; readonly contract?: unknown }
}

/**
 * What a manifest says is checked as it is loaded, because the one that the page was made of may have been another: a tab
 * may have been open since before the part was released anew.
 */
function checkManifest(part: AnnouncedPart | undefined, { moduleInfo, manifestJson }: LoadedManifest): void {
  const { area } = part ?? { area: moduleInfo.name }
  if (manifestJson?.name !== moduleInfo.name)
    throw new Misfit(
      `The ${area} pages are announced as those of another part: whoever releases them has to mend that.`,
    )
  const { contract } = manifestJson
  const isFit = typeof contract !== 'string' || contracts.some((offered) => satisfy(`${offered}.0.0`, contract))
  if (!isFit) throw new Misfit(`The ${area} pages were renewed and need a newer shell: please reload this page.`)
}
