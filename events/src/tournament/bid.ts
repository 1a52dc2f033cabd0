import type { TimedCommand } from '../language/command.ts'
import { DomainError } from '../language/domain-error.ts'
import type { EditionFacts } from '../language/edition-facts.ts'
import { isRemovable, isShown, type Notes, withNote, withoutNote } from '../language/notes.ts'
import { writeVenueMoment } from '../language/venue-clock.ts'
import { teamErrors } from './errors.ts'
import type { TeamEvent } from './events.ts'
import type { BidForm, Registration } from './registration.ts'
import { type Division, divisionLabels, type TeamStatus } from './team.ts'

type Corrected = Extract<TeamEvent, { type: 'TeamCorrected' }>['data']
/** The parts of the bid that the captain may correct, as they are now. */
export type BidContents = Omit<Corrected, 'division' | 'reason'>

export type Seeds = Readonly<Partial<Record<Division, number>>>

export function withSeed(seeds: Seeds = {}, division: Division, seed: number | null): Seeds {
  const { [division]: _, ...others } = seeds
  return seed === null ? others : { ...others, [division]: seed }
}

/**
 * The state that decisions about a team need. `bidStatus` is by order of registration until staff decide otherwise; a
 * removed team keeps it, and its paid mark, for when it is restored.
 */
export type Team =
  | { readonly status: 'unregistered' }
  | {
      readonly status: 'registered' | 'removed'
      readonly bidStatus: TeamStatus | 'by-order'
      readonly paid: boolean
      /** Until then the bid does not count. */
      readonly awaitsConfirmation: boolean
      readonly bid: BidContents
      readonly division: Division
      readonly notes: Notes
      /** Those of divisions that it played in before may count again. */
      readonly seeds?: Seeds
      /** The generation of the private links to it: those of earlier generations were revoked. */
      readonly linkGeneration: number
    }
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

/** A bid as events hold it. Any one of the three fields of an alternate makes an alternate contact. */
export function toBid(form: BidForm): BidContents {
  const { teamName, pastTeamNames, location, comments } = form
  const { altCaptainName: name, altCaptainEmail: email, altCaptainPhone: phone } = form
  return {
    teamName,
    pastTeamNames,
    location,
    captain: { name: form.captainName, email: form.captainEmail, phone: form.captainPhone, comments },
    alternate: name === '' && email === '' && phone === '' ? null : { name, email, phone },
  }
}

/** A bid as its form sends it. */
export function toForm({ captain, alternate, ...bid }: BidContents): BidForm {
  return {
    ...bid,
    captainName: captain.name,
    captainEmail: captain.email,
    captainPhone: captain.phone,
    comments: captain.comments,
    altCaptainName: alternate?.name ?? '',
    altCaptainEmail: alternate?.email ?? '',
    altCaptainPhone: alternate?.phone ?? '',
  }
}

interface BidPart {
  /** Fields with the same name are one part. */
  readonly name: string
  /** An undo counts it as this one, and is refused where any field of it has changed since. */
  readonly belongsTo?: string
  /** The public knows it, so the audit repeats it. */
  readonly isPublic?: true
}

/** The parts of a bid by the fields of its form, in the order in which audit and emails name them. */
const bidParts: Readonly<Record<keyof Registration, BidPart>> = {
  teamName: { name: 'team name', isPublic: true },
  division: { name: 'division', isPublic: true },
  location: { name: 'location', isPublic: true },
  captainName: { name: 'captain', isPublic: true },
  captainEmail: { name: 'captain’s e-mail address', belongsTo: 'captain' },
  captainPhone: { name: 'captain’s phone', belongsTo: 'captain' },
  altCaptainName: { name: 'alternate contact', belongsTo: 'alternate' },
  altCaptainEmail: { name: 'alternate contact', belongsTo: 'alternate' },
  altCaptainPhone: { name: 'alternate contact', belongsTo: 'alternate' },
  pastTeamNames: { name: 'past names' },
  comments: { name: 'comments' },
}
const parts = Object.entries(bidParts) as [keyof Registration, BidPart][]

/** A bid with its division where that is known. */
type BidFacts = BidContents & { readonly division?: Division | undefined }

/** The texts of a bid by name; those of fields with the same name are joined. */
function joinTexts(bid: BidFacts, nameOf: (part: BidPart) => string): Map<string, string> {
  const form = { ...toForm(bid), division: bid.division ? divisionLabels[bid.division] : '' }
  const texts = new Map<string, string>()
  for (const [field, part] of parts) {
    const name = nameOf(part)
    texts.set(name, [texts.get(name), form[field]].filter(Boolean).join(', '))
  }
  return texts
}

export function isSameBid(one: BidContents, other: BidContents): boolean {
  const [form, otherForm] = [toForm(one), toForm(other)]
  return parts.every(([field]) => field === 'division' || form[field] === otherForm[field])
}

/** The texts of a bid by what an undo names where it has changed since. */
export const summarizeBid = (bid: BidFacts): Record<string, string> =>
  Object.fromEntries(joinTexts(bid, ({ name, belongsTo = name }) => belongsTo))

/** Ignores the case of letters. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The generation of the private link that a captain's command came by; absent where it came by none. */
export type ByLink = {
  readonly link?: number
}

/** Refuses what comes by a link that was revoked meanwhile. */
export function requireLink({ link }: ByLink, team: RegisteredTeam): void {
  if (link !== undefined && link !== team.linkGeneration) teamErrors.fail('BID_LINK_REVOKED')
}

export const teamStream = (id: string): string => `team-${id}`

export const teamIdOf = (stream: string): string => stream.slice('team-'.length)

export interface BidDifference {
  readonly part: string
  readonly was: string
  readonly is: string
  /** The public knows it, so the audit repeats it. */
  readonly isPublic: boolean
}

/** Lists the parts in which two versions of a bid differ. A division that one of them does not name is the same. */
export function listDifferences(before: BidFacts, now: BidFacts): BidDifference[] {
  const was = joinTexts({ ...before, division: before.division ?? now.division }, ({ name }) => name)
  const is = joinTexts({ ...now, division: now.division ?? before.division }, ({ name }) => name)
  return [...was].flatMap(([part, text]) => {
    const current = is.get(part) ?? ''
    const isPublic = parts.some(([, { name, isPublic }]) => name === part && isPublic)
    return text === current ? [] : [{ part, was: text, is: current, isPublic }]
  })
}

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

/** Sets what is named and leaves the rest. `by-order` takes a decision about the status back. */
export type UpdateTeam = TimedCommand<
  'UpdateTeam',
  { status?: RegisteredTeam['bidStatus'] | undefined; paid?: boolean | undefined; seed?: number | null | undefined }
>

export function updateTeam({ data }: UpdateTeam, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  return [...decideStatus(data.status, team), ...decidePaid(data.paid, team), ...decideSeed(data.seed, team)]
}

/** A status that the order alone had given becomes a decision when staff set it: it no longer moves with the order. */
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

/** A spot that is offered to a team: `leftBy` is the team that left it, null of one that was never taken. */
interface OfferedSpot {
  readonly leftBy: string | null
}

/** Confirms a team of the waitlist for the spot that is offered to it; null where none is. */
export type FillSpot = TimedCommand<'FillSpot', { readonly spot: OfferedSpot | null }>

/** A team that another director has just confirmed stays confirmed once. */
function fillSpot({ data: { spot } }: FillSpot, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  if (team.status === 'removed') return teamErrors.fail('TEAM_REMOVED')
  if (team.bidStatus === 'confirmed') return []
  if (spot === null) return teamErrors.fail('SPOT_FILLED')
  return [{ type: 'TeamConfirmed', data: spot.leftBy === null ? {} : { teamId: spot.leftBy } }]
}

export const fillSpotDecider = { decide: fillSpot, evolve, initialState }

/** Removes one of the teams that are removed together. */
export type RemoveTeams = TimedCommand<'RemoveTeams', { reason: string }>

/** A team that is out already stays out, with the reason for which it was removed first. */
export function removeTeams({ data: { reason } }: RemoveTeams, team: Team): TeamEvent[] {
  if (team.status === 'unregistered') return teamErrors.fail('TEAM_NOT_FOUND')
  return team.status === 'removed' ? [] : [{ type: 'TeamRemoved', data: { reason } }]
}

export const removeTeamsDecider = { decide: removeTeams, evolve, initialState }

/** A withdrawal by the captain, with the private link. */
export type WithdrawTeam = TimedCommand<'WithdrawTeam', ByLink>

/** A bid that is out already stays out, no matter who took it out. */
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

/** Notes can be about a team that is taken out, too: staff may have to explain why it left. */
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
