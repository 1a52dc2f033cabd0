import { releasesErrors } from '@ultimate/events/releases/api.ts'
import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, exists, initialState, type PartState } from '../part.ts'

/** `builtIn` is the version of this part that came with the site, if any. */
export type EndTokens = TimedCommand<'EndTokens', { builtIn: string | null }>

export function endTokens({ data: { builtIn } }: EndTokens, part: PartState): ReleasesEvent[] {
  if (!exists(part, builtIn)) return releasesErrors.fail('PART_NOT_FOUND')
  return part.hasTokens ? [{ type: 'ReleaseTokensEnded', data: {} }] : []
}

export const endTokensDecider: StreamDecider<PartState, EndTokens, ReleasesEvent> = {
  decide: endTokens,
  evolve,
  initialState,
}
