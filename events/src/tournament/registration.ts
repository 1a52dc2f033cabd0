import { z } from 'zod'
import { maxEmailLength, optionalEmail, requiredEmail } from '../language/text/email.ts'
import { formMark } from '../language/text/form-mark.ts'
import { codeLine, nameLine, paragraph, requiredLine, requiredName } from '../language/text/text.ts'
import { divisions } from './team.ts'

/** Longest accepted texts, in UTF-16 units. The form and the server use the same. */
export const maxLength = {
  name: 80,
  location: 120,
  email: maxEmailLength,
  phone: 32,
  pastTeamNames: 500,
  comments: 2000,
  reason: 200,
} as const

// Digits, spaces, parentheses, dots and hyphens after an optional plus; seven characters at least.
const phonePattern = /^\+?[\d\s().-]{7,}$/

const badEmail = 'Valid email required.'
const badPhone = 'Valid phone required.'
const badAltPhone = 'Alternate phone looks invalid.'

const email = requiredEmail({ missing: badEmail, invalid: badEmail })

/** The forms show these sentences under the fields. */
const fields = {
  teamName: requiredName(maxLength.name, 'Team name is required.'),
  pastTeamNames: paragraph(maxLength.pastTeamNames),
  location: requiredLine(maxLength.location, 'Location is required.'),
  division: z.enum(divisions, 'Please choose a division.'),
  captainName: requiredName(maxLength.name, 'Captain name is required.'),
  captainEmail: email,
  captainPhone: codeLine(maxLength.phone, badPhone).refine((value) => phonePattern.test(value), badPhone),
  altCaptainName: nameLine(maxLength.name),
  altCaptainEmail: optionalEmail('Alternate email looks invalid.'),
  altCaptainPhone: codeLine(maxLength.phone).refine((value) => value === '' || phonePattern.test(value), badAltPhone),
  comments: paragraph(maxLength.comments),
}

/** The fields that may be absent: then they are empty in a new bid, and stay as they are in a correction. */
const optional = {
  pastTeamNames: true,
  altCaptainName: true,
  altCaptainEmail: true,
  altCaptainPhone: true,
  comments: true,
} as const
type OptionalField = keyof typeof optional
const withDefaults = Object.fromEntries(
  (Object.keys(optional) as OptionalField[]).map((field) => [field, fields[field].default('')]),
) as { readonly [Field in OptionalField]: z.ZodDefault<(typeof fields)[Field]> }

/** A team's bid, as the form sends it. */
export const registration = z.strictObject({ ...fields, ...withDefaults })
export type Registration = z.output<typeof registration>

/** Captains may not correct the division, because pools are arranged by it. */
export type BidForm = Omit<Registration, 'division'>

/** The change of a bid by its captain, who sees all required fields. */
export const correction = z.strictObject(fields).omit({ division: true }).partial(optional)
export const formFields: readonly (keyof BidForm)[] = correction.keyof().options

export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** The name of a field in the answers for staff: `captainName` is `captain_name` there. */
export const toSnakeCase = <Name extends string>(name: Name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SnakeCase<Name>

/** The schema of these fields in answers. Their texts need not be valid: those of a forgotten captain are empty. */
export const answerTexts = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.string()])) as Readonly<Record<Name, z.ZodString>>

/** The change of a bid by staff, and the reason. Absent fields stay as they are. */
export const staffCorrection = z
  .strictObject(fields)
  .partial()
  .extend({ reason: requiredLine(maxLength.reason, 'Please say why.') })
  .refine((change) => Object.keys(change).some((field) => field !== 'reason'), {
    message: 'Please say what to correct.',
    path: ['teamName'],
  })

export const registrationRequest = registration.extend({
  form: formMark.optional(),
  /** Rejects a team that this address has registered already, so that a form can ask first. */
  once: z.literal(true).optional(),
})

/** The form that staff fill in for a captain: the same fields, without the check against programs. */
export const enteredRegistration = registrationRequest.omit({ form: true })

/** The request to mail the links of an address again. */
export const confirmationLinkRequest = z.strictObject({ email })
