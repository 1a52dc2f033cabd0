import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { Part } from '@ultimate/kit/contract.ts'
import { announcedParts } from '../navigation/pages.ts'
import type { Federation } from './federation.ts'
import { hangsAfterMs, Incompatibility, isVersionSkew, PartUnavailable } from './part-unavailable.ts'

/** After this time the page shows that a part is not there. It is still shown if it arrives later. */
export const loadTimeoutMs = 8000

const loaded = new Map<string, Promise<Part>>()
/** The parts that are on their way, also those that are late. */
const arriving = new Map<string, Promise<Part | null>>()
const mounted = new Set<string>()
let federation: Federation | null = null

/** Returns whether the part is mounted. Until then its loading code reports errors. */
export const isMounted = (name: string): boolean => mounted.has(name)

/** Loads a part once; after a failure the next call tries anew. Rejects with {@link PartUnavailable}. */
export function loadPart(name: string): Promise<Part> {
  const known = loaded.get(name)
  if (known) return known
  const loading = fetchPart(name).catch((error: unknown) => {
    loaded.delete(name)
    throw error
  })
  loaded.set(name, loading)
  return loading
}

/** Starts loading because the visitor is about to open the part; a failure is shown when they do. */
export function preloadPart(name: string): void {
  loadPart(name).catch(() => undefined)
}

async function fetchPart(name: string): Promise<Part> {
  const known = announcedParts().find((part) => part.name === name)
  if (!known) throw new PartUnavailable(name, 'unknown')
  if (known.misfit !== null) throw new PartUnavailable(name, 'incompatible', new Incompatibility(known.misfit))
  const part = await inTime(arriving.get(name) ?? startMount(known), name)
  arriving.delete(name)
  if (!Array.isArray(part?.routes)) throw new PartUnavailable(name, 'incompatible')
  mounted.add(name)
  return part
}

/** Settles with a part that the page has called unreachable because it is late; null where none is on its way. */
export const arrivalOf = (name: string): Promise<unknown> | null => arriving.get(name) ?? null

function startMount(part: AnnouncedPart): Promise<Part | null> {
  const arrival = fetchMount(part)
  const forget = () => arriving.get(part.name) === arrival && arriving.delete(part.name)
  const timer = setTimeout(forget, hangsAfterMs)
  arrival.catch(forget).finally(() => clearTimeout(timer))
  arriving.set(part.name, arrival)
  return arrival
}

async function fetchMount(part: AnnouncedPart): Promise<Part | null> {
  try {
    const { mount } = await startFederation()
    return await mount(part)
  } catch (error) {
    throw new PartUnavailable(part.name, isVersionSkew(error) ? 'incompatible' : 'unreachable', error)
  }
}

/** The runtime comes with the first part: the home page has none. */
async function startFederation(): Promise<Federation> {
  const { federate } = await import(/* webpackChunkName: "parts" */ './federation.ts')
  federation ??= federate(announcedParts())
  return federation
}

async function inTime<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PartUnavailable(name, 'unreachable')), loadTimeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
