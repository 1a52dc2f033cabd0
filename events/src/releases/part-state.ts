import type { ReleasesEvent } from './events.ts'

/** A version that visitors get or got: of the registry, or the one that is built into the site. */
export interface Target {
  readonly version: string
  readonly builtIn: boolean
}

/** The state that decisions about one part need. */
export interface PartState {
  /** True where a fact of its own added the part; one that is built into the site needs none. */
  readonly isAdded: boolean
  readonly released: ReadonlySet<string>
  /**
   * The versions that were made live, oldest first: the last one is live, and a rollback takes it away. Before all of
   * them stands the one that is built into the site.
   */
  readonly activated: readonly Target[]
  readonly canary: (Target & { readonly percent: number }) | null
  readonly hasTokens: boolean
}

export const initialState = (): PartState => ({
  isAdded: false,
  released: new Set(),
  activated: [],
  canary: null,
  hasTokens: false,
})

/** Rollbacks need no more steps back than these. */
const maxHistory = 50

/**
 * Returns what was made live, with one more activation. The same once more, or what is built in before all others, is
 * no new step.
 */
export function activatedAfter<T extends Target>(activated: readonly T[], target: T): readonly T[] {
  const last = activated.at(-1)
  if (last ? isSame(last, target) : target.builtIn) return activated
  return [...activated, target].slice(-maxHistory)
}

export function evolve(state: PartState, { type, data }: ReleasesEvent): PartState {
  switch (type) {
    case 'PartAdded':
      return { ...state, isAdded: true }
    case 'PartReleased':
      return { ...state, released: new Set([...state.released, data.version]) }
    case 'PartActivated':
      return { ...state, activated: activatedAfter(state.activated, data), canary: null }
    case 'PartCanaryStarted':
      return { ...state, canary: data }
    case 'PartRolledBack':
      return { ...state, activated: data.canary ? state.activated : state.activated.slice(0, -1), canary: null }
    case 'ReleaseTokenIssued':
      return { ...state, hasTokens: true }
    case 'ReleaseTokensEnded':
      return { ...state, hasTokens: false }
    default:
      return state
  }
}

export const partStream = (name: string): string => `part-${name}`

export const partNameOf = (stream: string): string => stream.slice('part-'.length)

/** The built-in one is one and the same, whichever version the site came with at the time. */
export const isSame = (one: Target, other: Target): boolean =>
  one.builtIn ? other.builtIn : !other.builtIn && one.version === other.version

/** True where the site has such a part; `builtIn` is the version that came with the site, if any. */
export const exists = ({ isAdded, released }: PartState, builtIn: string | null): boolean =>
  isAdded || builtIn !== null || released.size > 0

/** The live release; null for a part that never had one. */
export const findLive = ({ activated }: Pick<PartState, 'activated'>, builtIn: string | null): Target | null =>
  resolved(activated.at(-1), builtIn)

/** The release that a rollback makes live; null where there is none. */
export function findPrevious({ activated }: Pick<PartState, 'activated'>, builtIn: string | null): Target | null {
  return activated.length === 0 ? null : resolved(activated.at(-2), builtIn)
}

/** The built-in part may have another version by now, or none. */
function resolved(target: Target | undefined, builtIn: string | null): Target | null {
  if (target && !target.builtIn) return target
  return builtIn === null ? null : { version: builtIn, builtIn: true }
}

/** The release of this version: what was released stands before what is built in. Null where there is none. */
export function findTarget({ released }: PartState, version: string, builtIn: string | null): Target | null {
  if (released.has(version)) return { version, builtIn: false }
  return version === builtIn ? { version, builtIn: true } : null
}

interface LiveVersion {
  readonly live: string | null
  readonly since: string | null
}

/** True where a version came with a new site, and an earlier release stays live until that version is made live. */
export const isHeldBack = (
  { live, since }: LiveVersion,
  { version, by, at }: { readonly version: string; readonly by: string | null; readonly at: string },
): boolean => by === null && since !== null && version !== live && at > since
