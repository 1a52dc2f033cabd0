import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { releasesErrors } from '@ultimate/events/releases/api.ts'
import type { ReleasesEvent } from '@ultimate/events/releases/events.ts'
import { evolve, exists, initialState, type PartState } from '@ultimate/events/releases/released-part.ts'

/** The log gets only the token's hash. `builtIn` is the version of this part that came with the site, if any. */
export type IssueToken = TimedCommand<'IssueToken', { hash: string; builtIn: string | null }>

/** Earlier tokens stay valid: a team puts the new token into its pipeline before it ends the old ones. */
export function issueToken({ data: { hash, builtIn } }: IssueToken, part: PartState): ReleasesEvent {
  if (!exists(part, builtIn)) return releasesErrors.fail('PART_NOT_FOUND')
  return { type: 'ReleaseTokenIssued', data: { hash } }
}

export const issueTokenDecider: Decider<PartState, IssueToken, ReleasesEvent> = {
  decide: issueToken,
  evolve,
  initialState,
}

/** `builtIn` is the version of this part that came with the site, if any. */
export type EndTokens = TimedCommand<'EndTokens', { builtIn: string | null }>

export function endTokens({ data: { builtIn } }: EndTokens, part: PartState): ReleasesEvent[] {
  if (!exists(part, builtIn)) return releasesErrors.fail('PART_NOT_FOUND')
  return part.hasTokens ? [{ type: 'ReleaseTokensEnded', data: {} }] : []
}

export const endTokensDecider: Decider<PartState, EndTokens, ReleasesEvent> = {
  decide: endTokens,
  evolve,
  initialState,
}
