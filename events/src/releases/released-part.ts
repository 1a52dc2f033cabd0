import type { Decider, TimedCommand } from '../language/command.ts'
import { releaseErrors } from './errors.ts'
import type { ReleaseFacts, ReleasesEvent } from './events.ts'

/** A version that visitors get or got: of the registry, or the one that is built into the site. */
export interface Target {
  readonly version: string
  readonly builtIn: boolean
}

/** The state that decisions about one part need. */
export interface PartState {
  /** True where an event added the part; one that is built into the site needs none. */
  readonly isAdded: boolean
  readonly released: ReadonlySet<string>
  /**
   * The versions that were made live, oldest first: the last one is live, and a rollback removes it. The version that
   * is built into the site counts as first.
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

/** Rollbacks go back no further than so many activations. */
const maxHistory = 50

/** Adds a version to those that were made live. Adds none that is live already, nor the built-in one as the first. */
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

/** Returns whether both are one release; the built-in one is the same in any version that the site came with. */
export const isSame = (one: Target, other: Target): boolean =>
  one.builtIn ? other.builtIn : !other.builtIn && one.version === other.version

/** Returns whether the site has such a part; `builtIn` is the version that came with the site, if any. */
export const exists = ({ isAdded, released }: PartState, builtIn: string | null): boolean =>
  isAdded || builtIn !== null || released.size > 0

/** Returns the live release; null for a part that never had one. */
export const findLive = ({ activated }: Pick<PartState, 'activated'>, builtIn: string | null): Target | null =>
  resolveBuiltIn(activated.at(-1), builtIn)

/** Returns the release that a rollback makes live; null if there is none. */
export function findPrevious({ activated }: Pick<PartState, 'activated'>, builtIn: string | null): Target | null {
  return activated.length === 0 ? null : resolveBuiltIn(activated.at(-2), builtIn)
}

/** Returns the release as it is now: the built-in part may have another version by now, or none. */
function resolveBuiltIn(target: Target | undefined, builtIn: string | null): Target | null {
  if (target && !target.builtIn) return target
  return builtIn === null ? null : { version: builtIn, builtIn: true }
}

/** Finds the release of this version, released ones before the built-in one; null if there is none. */
export function findTarget({ released }: PartState, version: string, builtIn: string | null): Target | null {
  if (released.has(version)) return { version, builtIn: false }
  return version === builtIn ? { version, builtIn: true } : null
}

interface LiveVersion {
  readonly live: string | null
  readonly since: string | null
}

/** Returns whether a version came with a new site while an earlier release stays live until someone activates it. */
export const isHeldBack = (
  { live, since }: LiveVersion,
  { version, by, at }: { readonly version: string; readonly by: string | null; readonly at: string },
): boolean => by === null && since !== null && version !== live && at > since

/** `builtIn` is the version of this part that came with the site, if any. */
export type AddPart = TimedCommand<'AddPart', { builtIn: string | null }>

export function addPart({ data: { builtIn } }: AddPart, part: PartState): ReleasesEvent {
  if (exists(part, builtIn)) return releaseErrors.fail('PART_EXISTS', { name: 'There is a part of this name already.' })
  return { type: 'PartAdded', data: {} }
}

export const addPartDecider: Decider<PartState, AddPart, ReleasesEvent> = { decide: addPart, evolve, initialState }

/** `builtIn` is the version of this part that came with the site, if any. */
export type ReleasePart = TimedCommand<'ReleasePart', { release: ReleaseFacts; builtIn: string | null }>

/** A version is released once, because pages and caches name its files by it. */
export function releasePart({ data: { release, builtIn } }: ReleasePart, part: PartState): ReleasesEvent {
  if (!exists(part, builtIn)) return releaseErrors.fail('PART_NOT_FOUND')
  if (findTarget(part, release.version, builtIn)) return releaseErrors.fail('RELEASE_EXISTS')
  return { type: 'PartReleased', data: release }
}

export const releasePartDecider: Decider<PartState, ReleasePart, ReleasesEvent> = {
  decide: releasePart,
  evolve,
  initialState,
}

/** `percent` is null for all visitors. `builtIn` is the version of this part that came with the site, if any. */
export type ActivatePart = TimedCommand<
  'ActivatePart',
  { version: string; percent: number | null; builtIn: string | null }
>

/** A state that already holds is not recorded again. To activate the live version again ends a canary. */
function activatePart({ data: { version, percent, builtIn } }: ActivatePart, part: PartState): ReleasesEvent[] {
  if (!exists(part, builtIn)) return releaseErrors.fail('PART_NOT_FOUND')
  const target = findTarget(part, version, builtIn) ?? releaseErrors.fail('RELEASE_NOT_FOUND')
  const live = findLive(part, builtIn)
  const isLive = live !== null && isSame(live, target)
  if (percent === null) {
    return isLive && part.canary === null ? [] : [{ type: 'PartActivated', data: target }]
  }
  if (isLive) return releaseErrors.fail('RELEASE_IS_LIVE')
  const isRunning = part.canary !== null && isSame(part.canary, target) && part.canary.percent === percent
  return isRunning ? [] : [{ type: 'PartCanaryStarted', data: { ...target, percent } }]
}

export const activatePartDecider: Decider<PartState, ActivatePart, ReleasesEvent> = {
  decide: activatePart,
  evolve,
  initialState,
}

/** `builtIn` is the version of this part that came with the site, if any. */
export type RollBackPart = TimedCommand<'RollBackPart', { builtIn: string | null }>

/** A rollback first ends a canary, because that changed last; the live version then stays. */
function rollBackPart({ data: { builtIn } }: RollBackPart, part: PartState): ReleasesEvent {
  if (!exists(part, builtIn)) return releaseErrors.fail('PART_NOT_FOUND')
  const live = findLive(part, builtIn)
  if (part.canary !== null)
    return { type: 'PartRolledBack', data: { from: part.canary.version, to: live?.version ?? null, canary: true } }
  const previous = findPrevious(part, builtIn)
  if (live === null || previous === null) return releaseErrors.fail('NOTHING_TO_ROLL_BACK')
  return { type: 'PartRolledBack', data: { from: live.version, to: previous.version, canary: false } }
}

export const rollBackPartDecider: Decider<PartState, RollBackPart, ReleasesEvent> = {
  decide: rollBackPart,
  evolve,
  initialState,
}
