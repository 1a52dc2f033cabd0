import { registration } from '@ultimate/events/tournament/registration.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { type FieldErrors, firstIssues } from '@ultimate/kit/form/field-errors.ts'

/** A bid that may be unfinished. */
export interface BidDraft {
  readonly teamName: string
  readonly pastTeamNames: string
  readonly location: string
  readonly division: Division | ''
  readonly captainName: string
  readonly captainEmail: string
  readonly captainPhone: string
  readonly altCaptainName: string
  readonly altCaptainEmail: string
  readonly altCaptainPhone: string
  readonly comments: string
}
export type Field = keyof BidDraft

export const emptyBid: BidDraft = {
  teamName: '',
  pastTeamNames: '',
  location: '',
  division: '',
  captainName: '',
  captainEmail: '',
  captainPhone: '',
  altCaptainName: '',
  altCaptainEmail: '',
  altCaptainPhone: '',
  comments: '',
}

/** The fields in the order of the form, which is the order in which errors get the focus. */
export const fields: readonly Field[] = [
  'teamName',
  'pastTeamNames',
  'location',
  'division',
  'captainName',
  'captainEmail',
  'captainPhone',
  'altCaptainName',
  'altCaptainEmail',
  'altCaptainPhone',
  'comments',
]

export const noAlternate = { altCaptainName: '', altCaptainEmail: '', altCaptainPhone: '' } as const

export function hasAlternate(bid: BidDraft): boolean {
  return [bid.altCaptainName, bid.altCaptainEmail, bid.altCaptainPhone].some((value) => value !== '')
}

/** Returns the first error of each field by the schema that the server uses, in the order of the form. */
export const findErrors = (bid: BidDraft): FieldErrors<Field> => firstIssues(fields, registration.safeParse(bid))
