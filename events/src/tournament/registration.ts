import { z } from 'zod'
import { formMark } from '../language/form-mark.ts'
import { line, paragraph, requiredLine } from '../language/text.ts'
import { divisions } from './team.ts'

/** Longest accepted texts, in UTF-16 units. The form and the server use the same. */
export const maxLength = { name: 80, location: 120, email: 254, phone: 32, pastTeamNames: 500, comments: 2000 } as const

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
// Digits, spaces, parentheses, dots and hyphens after an optional plus; seven characters at least.
const phonePattern = /^\+?[\d\s().-]{7,}$/

const required = (max: number, message: string, pattern: RegExp) =>
  line(max, message).refine((value) => pattern.test(value), message)
const optional = (max: number, message: string, pattern: RegExp) =>
  line(max)
    .refine((value) => value === '' || pattern.test(value), message)
    .default('')

const email = required(maxLength.email, 'Valid email required.', emailPattern)

/** A team's bid, as the form sends it; the sentences are those shown under the fields. */
export const registration = z.strictObject({
  teamName: requiredLine(maxLength.name, 'Team name is required.'),
  pastTeamNames: paragraph(maxLength.pastTeamNames).default(''),
  location: requiredLine(maxLength.location, 'Location is required.'),
  division: z.enum(divisions, 'Please choose a division.'),
  captainName: requiredLine(maxLength.name, 'Captain name is required.'),
  captainEmail: email,
  captainPhone: required(maxLength.phone, 'Valid phone required.', phonePattern),
  altCaptainName: line(maxLength.name).default(''),
  altCaptainEmail: optional(maxLength.email, 'Alternate email looks invalid.', emailPattern),
  altCaptainPhone: optional(maxLength.phone, 'Alternate phone looks invalid.', phonePattern),
  comments: paragraph(maxLength.comments).default(''),
})
export type Registration = z.output<typeof registration>

export const registrationRequest = registration.extend({ form: formMark.optional() })

/** Who asks for the links once more. */
export const confirmationLinkRequest = z.strictObject({ email })
