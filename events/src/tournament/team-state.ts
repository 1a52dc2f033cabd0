import { type Notes, withNote, withoutNote } from '../language/notes.ts'
import { teamErrors } from './errors.ts'
import type { Contact, TeamEvent } from './events.ts'
import type { Correction } from './registration.ts'
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
export function toBid(form: Correction): BidContents {
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
export function toForm({ captain, alternate, ...bid }: BidContents): Correction {
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

export function isSameBid(one: BidContents, other: BidContents): boolean {
  return (
    one.teamName === other.teamName &&
    one.pastTeamNames === other.pastTeamNames &&
    one.location === other.location &&
    one.captain.comments === other.captain.comments &&
    isSameContact(one.captain, other.captain) &&
    isSameContact(one.alternate, other.alternate)
  )
}

/** Ignores the case of letters. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const isSameContact = (one: Contact | null, other: Contact | null): boolean =>
  one?.name === other?.name && one?.email === other?.email && one?.phone === other?.phone

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

/** A bid with its division where that is known. */
type BidFacts = BidContents & { readonly division?: Division | undefined }

export interface BidDifference {
  readonly part: string
  readonly was: string
  readonly is: string
  /** The public knows it, so the audit repeats it. */
  readonly isPublic: boolean
}

const contact = (known: BidFacts['alternate']): string =>
  known ? [known.name, known.email, known.phone].filter((text) => text !== '').join(', ') : ''

/** Lists the parts in which two versions of a bid differ. A division that one of them does not name is the same. */
export function listDifferences(before: BidFacts, now: BidFacts): BidDifference[] {
  const divisions =
    before.division && now.division ? [divisionLabels[before.division], divisionLabels[now.division]] : []
  const parts = [
    ['team name', before.teamName, now.teamName, true],
    ['division', divisions[0] ?? '', divisions[1] ?? '', true],
    ['location', before.location, now.location, true],
    ['captain', before.captain.name, now.captain.name, true],
    ['captain’s e-mail address', before.captain.email, now.captain.email, false],
    ['captain’s phone', before.captain.phone, now.captain.phone, false],
    ['alternate contact', contact(before.alternate), contact(now.alternate), false],
    ['past names', before.pastTeamNames, now.pastTeamNames, false],
    ['comments', before.captain.comments, now.captain.comments, false],
  ] as const
  return parts.flatMap(([part, was, is, isPublic]) => (was === is ? [] : [{ part, was, is, isPublic }]))
}
