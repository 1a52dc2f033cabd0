import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { Part } from '@ultimate/kit/contract.ts'
import { announcedParts } from '../navigation/pages.ts'
import type { Federation } from './federation.ts'
import { hangsAfterMs, Incompatibility, isVersionSkew, PartUnavailable } from './part-unavailable.ts'

/** After this time the page shows that a part did not load. The part is still shown if it arrives later. */
export const loadTimeoutMs = 8000

/** The result of {@link loadPart} for each part that it was asked for and that did not fail. */
const loads = new Map<string, Promise<Part>>()
/** The parts that are being mounted, also those that are shown as unreachable because they take too long. */
const arriving = new Map<string, Promise<Part | null>>()
const mounted = new Set<string>()
let federation: Federation | null = null

/** Returns whether the part is mounted. Errors before that are reported by the panel in its place. */
export const isMounted = (name: string): boolean => mounted.has(name)

/** Loads a part once; after a failure the next call tries anew. Rejects with {@link PartUnavailable}. */
export function loadPart(name: string): Promise<Part> {
  const earlier = loads.get(name)
  if (earlier) return earlier
  const loading = fetchPart(name).catch((error: unknown) => {
    loads.delete(name)
    throw error
  })
  loads.set(name, loading)
  return loading
}

/** Starts loading because the visitor is about to open the part; a failure is shown when they do. */
export function preloadPart(name: string): void {
  loadPart(name).catch(() => undefined)
}

async function fetchPart(name: string): Promise<Part> {
  const announced = announcedParts().find((part) => part.name === name)
  if (!announced) throw new PartUnavailable(name, 'unknown')
  if (announced.misfit !== null) throw new PartUnavailable(name, 'incompatible', new Incompatibility(announced.misfit))
  const part = await withinTime(arriving.get(name) ?? startMount(announced), name)
  arriving.delete(name)
  if (!Array.isArray(part?.routes)) throw new PartUnavailable(name, 'incompatible')
  mounted.add(name)
  return part
}

/** Returns the promise of a part that is being mounted, perhaps after it was shown as unreachable; null if none is. */
export const arrivalOf = (name: string): Promise<unknown> | null => arriving.get(name) ?? null

/** Mounts a part. A call after it failed, or hung for too long, mounts it anew. */
function startMount(part: AnnouncedPart): Promise<Part | null> {
  const arrival = mountPart(part)
  const forget = () => arriving.get(part.name) === arrival && arriving.delete(part.name)
  const timer = setTimeout(forget, hangsAfterMs)
  arrival.catch(forget).finally(() => clearTimeout(timer))
  arriving.set(part.name, arrival)
  return arrival
}

async function mountPart(part: AnnouncedPart): Promise<Part | null> {
  try {
    const { mount } = await startFederation()
    return await mount(part)
  } catch (error) {
    throw new PartUnavailable(part.name, isVersionSkew(error) ? 'incompatible' : 'unreachable', error)
  }
}

/** Loads the runtime with the first part, because the home page needs none. */
async function startFederation(): Promise<Federation> {
  const { federate } = await import(/* webpackChunkName: "parts" */ './federation.ts')
  federation ??= federate(announcedParts())
  return federation
}

async function withinTime<T>(work: Promise<T>, name: string): Promise<T> {
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
