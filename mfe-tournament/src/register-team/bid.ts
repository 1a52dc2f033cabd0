import { registration } from '@ultimate/events/tournament/registration.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'

/** What the form holds: a bid that may be unfinished. */
export interface Bid {
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
export type Field = keyof Bid
/** The sentence under each field that needs one. */
export type FieldErrors = Partial<Readonly<Record<Field, string>>>

export const emptyBid: Bid = {
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

/** In the order of the form, which is the order in which errors get the focus. */
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

export function isSameBid(one: Bid, other: Bid): boolean {
  return fields.every((field) => one[field] === other[field])
}

export function hasAlternate(bid: Bid): boolean {
  return [bid.altCaptainName, bid.altCaptainEmail, bid.altCaptainPhone].some((value) => value !== '')
}

/** By the schema that the server uses: the first error of each field, in the order of the form. */
export function errorsOf(bid: Bid): FieldErrors {
  const parsed = registration.safeParse(bid)
  if (parsed.success) return {}
  const sentences = new Map<unknown, string>()
  for (const { path, message } of parsed.error.issues) if (!sentences.has(path[0])) sentences.set(path[0], message)
  return knownErrors(Object.fromEntries(sentences))
}

/** The sentences of a refused request that belong to fields of this form. */
export function knownErrors(sentences: Readonly<Record<string, string>>): FieldErrors {
  return Object.fromEntries(
    fields.flatMap((field) => (sentences[field] === undefined ? [] : [[field, sentences[field]]])),
  )
}

export function firstField(errors: FieldErrors): Field | null {
  return fields.find((field) => errors[field] !== undefined) ?? null
}
