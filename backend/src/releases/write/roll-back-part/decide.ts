import { releasesErrors } from '@ultimate/events/releases/api.ts'
import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, exists, initialState, liveOf, type PartState, previousOf } from '../part.ts'

/** `builtIn` is the version of this part that came with the site, if any. */
export type RollBackPart = TimedCommand<'RollBackPart', { builtIn: string | null }>

/** A canary is what changed last, so it is what a rollback takes back first; what is live stays then. */
export function rollBackPart({ data: { builtIn } }: RollBackPart, part: PartState): ReleasesEvent {
  if (!exists(part, builtIn)) return releasesErrors.fail('PART_NOT_FOUND')
  const live = liveOf(part, builtIn)
  if (part.canary !== null)
    return { type: 'PartRolledBack', data: { from: part.canary.version, to: live?.version ?? null, canary: true } }
  const previous = previousOf(part, builtIn)
  if (live === null || previous === null) return releasesErrors.fail('NOTHING_TO_ROLL_BACK')
  return { type: 'PartRolledBack', data: { from: live.version, to: previous.version, canary: false } }
}

export const rollBackPartDecider: StreamDecider<PartState, RollBackPart, ReleasesEvent> = {
  decide: rollBackPart,
  evolve,
  initialState,
}
