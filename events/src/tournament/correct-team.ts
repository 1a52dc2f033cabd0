import type { TimedCommand } from '../language/command.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import type { Correction } from './registration.ts'
import type { Division } from './team.ts'
import { type ByLink, evolve, initialState, isSameBid, requireLink, type Team, toBid, toForm } from './team-state.ts'

/** A correction by the captain, who comes by the link, or by staff. Absent fields stay as they are. */
export type CorrectTeam = TimedCommand<
  'CorrectTeam',
  { readonly [Field in keyof Correction]?: Correction[Field] | undefined } & ByLink & {
      readonly division?: Division | undefined
      readonly reason?: string | undefined
    }
>

/** The bid keeps its number, its status and its paid mark. */
export function correctTeam({ data }: CorrectTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  const { link: _, division = team.division, reason, ...form } = data
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
  const corrected = toBid({ ...toForm(team.bid), ...given })
  if (division === team.division && isSameBid(corrected, team.bid)) return []
  const moved = division === team.division ? {} : { division }
  return [{ type: 'TeamCorrected', data: { ...corrected, ...moved, ...(reason && { reason }) } }]
}

export const correctTeamDecider = { decide: correctTeam, evolve, initialState }
