import type { Decider, TimedCommand } from '../language/command.ts'
import { releaseErrors } from './errors.ts'
import type { ReleaseFacts, ReleasesEvent } from './events.ts'
import { evolve, exists, findTarget, initialState, type PartState } from './part-state.ts'

/** `builtIn` is the version of this part that came with the site, if any. */
export type AddPart = TimedCommand<'AddPart', { builtIn: string | null }>

export function addPart({ data: { builtIn } }: AddPart, part: PartState): ReleasesEvent {
  if (exists(part, builtIn)) return releaseErrors.fail('PART_EXISTS', { name: 'There is a part of this name already.' })
  return { type: 'PartAdded', data: {} }
}

export const addPartDecider: Decider<PartState, AddPart, ReleasesEvent> = {
  decide: addPart,
  evolve,
  initialState,
}

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
