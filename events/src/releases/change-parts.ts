import type { Decider, TimedCommand } from '../language/command.ts'
import { releaseErrors } from './errors.ts'
import type { ReleaseFacts, ReleasesEvent } from './events.ts'
import {
  evolve,
  exists,
  findLive,
  findPrevious,
  findTarget,
  initialState,
  isSame,
  type PartState,
} from './part-state.ts'

/** `builtIn` is the version of this part that came with the site, if any. */
export type AddPart = TimedCommand<'AddPart', { builtIn: string | null }>

export function addPart({ data: { builtIn } }: AddPart, part: PartState): ReleasesEvent {
  if (exists(part, builtIn)) return releaseErrors.fail('PART_EXISTS', { name: 'There is a part of this name already.' })
  return { type: 'PartAdded', data: {} }
}

export const addPartDecider: Decider<PartState, AddPart, ReleasesEvent> = { decide: addPart, evolve, initialState }

/** `builtIn` is the version of this part that came with the site, if any. */
export type ReleasePart = TimedCommand<'ReleasePart', { release: ReleaseFacts; builtIn: string | null }>

/** A version means one thing for ever: pages and caches name its files by it. */
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

/** A state that holds already is not recorded again. Activating what is live for all once more ends a canary. */
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

/** A canary is what changed last, so it is what a rollback takes back first; what is live stays then. */
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
