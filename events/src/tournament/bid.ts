import type { TimedCommand } from '../language/command.ts'
import { DomainError } from '../language/domain-error.ts'
import type { EditionFacts } from '../language/edition-facts.ts'
import { isRemovable, isShown, type Notes, withNote, withoutNote } from '../language/notes.ts'
import { writeVenueMoment } from '../language/venue-clock.ts'
import { type BidContents, isSameBid, toBid, toForm } from './bid-contents.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import type { BidForm, Registration } from './registration.ts'
import type { Division, TeamStatus } from './team.ts'

/** A seed stays while the team plays in the other division, and counts again once the team is back. */
export type Seeds = Readonly<Partial<Record<Division, number>>>

export function withSeed(seeds: Seeds = {}, division: Division, seed: number | null): Seeds {
  const { [division]: _, ...others } = seeds
  return seed === null ? others : { ...others, [division]: seed }
}

/** The state that decisions about a team need. Removing a team changes only `status`, and restoring it undoes that. */
export type Team =
  | { readonly status: 'unregistered' }
  | {
      readonly status: 'registered' | 'removed'
      /** `by-order`: staff have not decided about the bid, so its status follows from the order of registration. */
      readonly bidStatus: TeamStatus | 'by-order'
      readonly paid: boolean
      /** The bid counts only once the captain's address is confirmed. */
      readonly awaitsConfirmation: boolean
      readonly bid: BidContents
      readonly division: Division
      readonly notes: Notes
      readonly seeds?: Seeds
      /** Each revocation of private links begins a new generation. Only links of this generation open the bid. */
      readonly linkGeneration: number
    }

/** A team that registered, even if it was removed later. */
export type RegisteredTeam = Extract<Team, { bidStatus: unknown }>

export const initialState = (): Team => ({ status: 'unregistered' })

export function evolve(team: Team, event: TeamEvent): Team {
  if (event.type === 'TeamRegistered') {
    const { awaitsConfirmation, enteredByStaff: _, division, ...bid } = event.data
    const undecided = { status: 'registered', bidStatus: 'by-order', paid: false } as const
    return { ...undecided, awaitsConfirmation, bid, division, notes: [], linkGeneration: 0 }
  }
  if (team.status === 'unregistered') return team
  switch (event.type) {
    case 'AddressConfirmed':
      return { ...team, awaitsConfirmation: false }
    case 'TeamConfirmed':
      return { ...team, bidStatus: 'confirmed' }
    case 'TeamWaitlisted':
      return { ...team, bidStatus: 'waitlist' }
    case 'TeamStandingReset':
      return { ...team, bidStatus: 'by-order' }
    case 'TeamMarkedPaid':
      return { ...team, paid: true }
    case 'TeamMarkedUnpaid':
      return { ...team, paid: false }
    case 'TeamSeeded':
      return { ...team, seeds: withSeed(team.seeds, team.division, event.data.seed) }
    case 'TeamRemoved':
    case 'TeamWithdrawn':
      return { ...team, status: 'removed' }
    case 'TeamRestored':
      return { ...team, status: 'registered' }
    case 'TeamCorrected': {
      const { division = team.division, reason: _, ...bid } = event.data
      return { ...team, bid, division }
    }
    case 'TeamNoteAdded':
      return { ...team, notes: withNote(team.notes, event.data) }
    case 'TeamNoteRemoved':
      return { ...team, notes: withoutNote(team.notes, event.data.noteId) }
    case 'BidLinkRevoked':
      return { ...team, linkGeneration: team.linkGeneration + 1 }
    default:
      return team
  }
}

export const seedOf = ({ seeds, division }: Pick<RegisteredTeam, 'seeds' | 'division'>): number | null =>
  seeds?.[division] ?? null

/** Returns true if the addresses differ at most in the case of letters. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export type ByLink = {
  /** The generation of the private link with which a captain sent the command; absent for a command of staff. */
  readonly link?: number
}

/** Rejects a command that came by a revoked link. */
export function requireLink({ link }: ByLink, team: RegisteredTeam): void {
  if (link !== undefined && link !== team.linkGeneration) teamErrors.fail('BID_LINK_REVOKED')
}

export const teamStream = (id: string): string => `team-${id}`

export const teamIdOf = (stream: string): string => stream.slice('team-'.length)

type RegistrationTimes = EditionFacts['registration']

/** A registration by a captain with the public form, or by staff for a captain. */
export type RegisterTeam = TimedCommand<
  'RegisterTeam',
  Registration & {
    readonly awaitsConfirmation: boolean
    readonly enteredByStaff?: true
    /** The period in which captains may register a team; absent for staff, who may register one at any time. */
    readonly window?: RegistrationTimes
  }
>

export function registerTeam({ data, metadata }: RegisterTeam, team: Team): TeamEvent {
  const { division, awaitsConfirmation, enteredByStaff, window, ...form } = data
  if (team.status !== 'unregistered') return teamErrors.fail('TEAM_ALREADY_REGISTERED')
  const reasonAgainst = window && describeClosed(window, metadata.now)
  if (reasonAgainst) throw new DomainError('REGISTRATION_CLOSED', reasonAgainst)
  // Staff vouch for the address that they enter, so it needs no confirmation.
  if (enteredByStaff)
    return { type: 'TeamRegistered', data: { ...toBid(form), division, awaitsConfirmation: false, enteredByStaff } }
  return { type: 'TeamRegistered', data: { ...toBid(form), division, awaitsConfirmation } }
}

/** Describes when registration opens, or since when it is closed; null while it is open. */
function describeClosed({ opens, closes }: RegistrationTimes, now: Date): string | null {
  if (opens !== null && now < new Date(opens)) return `Registration opens on ${writeVenueMoment(new Date(opens))}.`
  if (closes !== null && now >= new Date(closes)) return `Registration closed on ${writeVenueMoment(new Date(closes))}.`
  return null
}

export const registerTeamDecider = { decide: registerTeam, evolve, initialState }

/** A correction by the captain or by staff. Absent fields stay as they are. */
export type CorrectTeam = TimedCommand<
  'CorrectTeam',
  { readonly [Field in keyof BidForm]?: BidForm[Field] | undefined } & ByLink & {
      readonly division?: Division | undefined
      readonly reason?: string | undefined
    }
>

/** A corrected bid keeps its place in the order of registration, its status and its paid mark. */
function correctTeam({ data }: CorrectTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  const { link: _, division, reason, ...form } = data
  const changes = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
  const bid = toBid({ ...toForm(team.bid), ...changes })
  const newDivision = division === team.division ? undefined : division
  if (newDivision === undefined && isSameBid(bid, team.bid)) return []
  return [
    {
      type: 'TeamCorrected',
      data: { ...bid, ...(newDivision && { division: newDivision }), ...(reason && { reason }) },
    },
  ]
}

export const correctTeamDecider = { decide: correctTeam, evolve, initialState }

/** Absent fields stay as they are. The status `by-order` takes back the decision of staff. */
export type UpdateTeam = TimedCommand<
  'UpdateTeam',
  { status?: RegisteredTeam['bidStatus'] | undefined; paid?: boolean | undefined; seed?: number | null | undefined }
>

export function updateTeam({ data }: UpdateTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  return [...decideStatus(data.status, team), ...decidePaid(data.paid, team), ...decideSeed(data.seed, team)]
}

/** Even the status that a team has by order can be decided: from then on, the order does not move the team. */
export function decideStatus(
  status: RegisteredTeam['bidStatus'] | undefined,
  team: Pick<RegisteredTeam, 'bidStatus'>,
): TeamEvent[] {
  if (status === undefined || status === team.bidStatus) return []
  if (status === 'by-order') return [{ type: 'TeamStandingReset', data: {} }]
  return [{ type: status === 'confirmed' ? 'TeamConfirmed' : 'TeamWaitlisted', data: {} }]
}

function decidePaid(paid: boolean | undefined, team: RegisteredTeam): TeamEvent[] {
  if (paid === undefined || paid === team.paid) return []
  return [{ type: paid ? 'TeamMarkedPaid' : 'TeamMarkedUnpaid', data: {} }]
}

function decideSeed(seed: number | null | undefined, team: RegisteredTeam): TeamEvent[] {
  return seed === undefined || seed === seedOf(team) ? [] : [{ type: 'TeamSeeded', data: { seed } }]
}

export const updateTeamDecider = { decide: updateTeam, evolve, initialState }

interface OfferedSpot {
  /** The team that left the spot; null for a spot that no team had before. */
  readonly leftBy: string | null
}

/** Confirms a team of the waitlist for the spot that is offered to it; `spot` is null where none is offered. */
export type FillSpot = TimedCommand<'FillSpot', { readonly spot: OfferedSpot | null }>

/** Confirming a confirmed team again changes nothing. */
function fillSpot({ data: { spot } }: FillSpot, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  if (team.bidStatus === 'confirmed') return []
  if (spot === null) return teamErrors.fail('SPOT_FILLED')
  // The stored field `teamId` is the team whose spot this was.
  return [{ type: 'TeamConfirmed', data: spot.leftBy === null ? {} : { teamId: spot.leftBy } }]
}

export const fillSpotDecider = { decide: fillSpot, evolve, initialState }

/** Removes one team. The request `removeTeams` sends this command once for each team. */
export type RemoveTeams = TimedCommand<'RemoveTeams', { reason: string }>

/** A team that is removed already keeps its first reason. */
export function removeTeams({ data: { reason } }: RemoveTeams, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [] : [{ type: 'TeamRemoved', data: { reason } }]
}

export const removeTeamsDecider = { decide: removeTeams, evolve, initialState }

/** A withdrawal by the captain, with the private link. */
export type WithdrawTeam = TimedCommand<'WithdrawTeam', ByLink>

/** A team that staff have removed meanwhile stays removed. */
export function withdrawTeam({ data }: WithdrawTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  requireLink(data, team)
  return team.status === 'removed' ? [] : [{ type: 'TeamWithdrawn', data: {} }]
}

export const withdrawTeamDecider = { decide: withdrawTeam, evolve, initialState }

export type RestoreTeam = TimedCommand<'RestoreTeam', Record<string, never>>

export function restoreTeam(_command: RestoreTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [{ type: 'TeamRestored', data: {} }] : []
}

export const restoreTeamDecider = { decide: restoreTeam, evolve, initialState }

export type AddNote = TimedCommand<'AddNote', { readonly noteId: string; readonly text: string }>

/** Removed teams can have notes too, because staff may have to explain why a team left. */
export function addNote({ data }: AddNote, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return isShown(team.notes, data.noteId) ? [] : [{ type: 'TeamNoteAdded', data }]
}

export const addNoteDecider = { decide: addNote, evolve, initialState }

export type RemoveNote = TimedCommand<'RemoveNote', { readonly noteId: string }>

export function removeNote({ data }: RemoveNote, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return isRemovable(team.notes, data.noteId) ? [{ type: 'TeamNoteRemoved', data }] : []
}

export const removeNoteDecider = { decide: removeNote, evolve, initialState }
