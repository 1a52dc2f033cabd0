import { releasesErrors } from '@ultimate/events/releases/api.ts'
import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, exists, initialState, type PartState } from '../part.ts'

/** `builtIn` is the version of this part that came with the site, if any. */
export type AddPart = TimedCommand<'AddPart', { builtIn: string | null }>

export function addPart({ data: { builtIn } }: AddPart, part: PartState): ReleasesEvent {
  if (exists(part, builtIn))
    return releasesErrors.fail('PART_EXISTS', { name: 'There is a part of this name already.' })
  return { type: 'PartAdded', data: {} }
}

export const addPartDecider: StreamDecider<PartState, AddPart, ReleasesEvent> = {
  decide: addPart,
  evolve,
  initialState,
}
