import { type Registration, registration } from '@ultimate/events/tournament/registration.ts'
import { type FieldErrors, firstIssues } from '@ultimate/kit/form/field-errors.ts'

export type Field = keyof Registration

/** A bid that may be unfinished. */
export type BidDraft = { readonly [Name in Field]: Registration[Name] | '' }

/** The fields in the order of the schema, which is the order in which errors get the focus. */
export const fields: readonly Field[] = registration.keyof().options

export const emptyBid = Object.fromEntries(fields.map((field) => [field, ''])) as Readonly<Record<Field, ''>>

export const noAlternate = { altCaptainName: '', altCaptainEmail: '', altCaptainPhone: '' } as const

export function hasAlternate(bid: BidDraft): boolean {
  return [bid.altCaptainName, bid.altCaptainEmail, bid.altCaptainPhone].some((value) => value !== '')
}

/** Returns the first error of each field by the schema that the server uses, in the order of the form. */
export const findErrors = (bid: BidDraft): FieldErrors<Field> => firstIssues(fields, registration.safeParse(bid))
