import type { TimedCommand } from '../language/command.ts'
import { DomainError } from '../language/domain-error.ts'
import type { EditionFacts } from '../language/edition-facts.ts'
import { writeVenueMoment } from '../language/venue-clock.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import type { BidForm, Registration } from './registration.ts'
import type { Division } from './team.ts'
import { type ByLink, evolve, initialState, isSameBid, requireLink, type Team, toBid, toForm } from './team-state.ts'

/** A registration by a captain with the public form, or by staff for a captain. */
export type RegisterTeam = TimedCommand<
  'RegisterTeam',
  Registration & {
    readonly awaitsConfirmation: boolean
    readonly enteredByStaff?: true
    /** The period in which bids are taken; absent where staff enter one, which they may at any time. */
    readonly taken?: RegistrationTimes
  }
>

type RegistrationTimes = EditionFacts['registration']

export function registerTeam({ data, metadata }: RegisterTeam, team: Team): TeamEvent {
  const { division, awaitsConfirmation, enteredByStaff, taken, ...form } = data
  if (team.status !== 'unregistered') return teamErrors.fail('TEAM_ALREADY_REGISTERED')
  const closed = taken && describeClosed(taken, metadata.now)
  if (closed) throw new DomainError('REGISTRATION_CLOSED', closed)
  // Staff vouch for the address that they enter, so it needs no confirmation.
  if (enteredByStaff)
    return { type: 'TeamRegistered', data: { ...toBid(form), division, awaitsConfirmation: false, enteredByStaff } }
  return { type: 'TeamRegistered', data: { ...toBid(form), division, awaitsConfirmation } }
}

/** Why no bid is taken at `now`, and since or until when; null while registration is open. */
function describeClosed({ opens, closes }: RegistrationTimes, now: Date): string | null {
  if (opens !== null && now < new Date(opens)) return `Registration opens on ${writeVenueMoment(new Date(opens))}.`
  if (closes !== null && now >= new Date(closes)) return `Registration closed on ${writeVenueMoment(new Date(closes))}.`
  return null
}

export const registerTeamDecider = { decide: registerTeam, evolve, initialState }

/** A correction by the captain, who comes by the link, or by staff. Absent fields stay as they are. */
export type CorrectTeam = TimedCommand<
  'CorrectTeam',
  { readonly [Field in keyof BidForm]?: BidForm[Field] | undefined } & ByLink & {
      readonly division?: Division | undefined
      readonly reason?: string | undefined
    }
>

/** The bid keeps its number, its status and its paid mark. */
function correctTeam({ data }: CorrectTeam, team: Team): TeamEvent[] {
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
