import { z } from 'zod'
import { sentMoment } from '../../language/moment.ts'
import { maxEmailLength, requiredEmail } from '../../language/text/email.ts'
import { formMark } from '../../language/text/form-mark.ts'
import { line, nameLine, requiredName } from '../../language/text/text.ts'
import { allergenNames, maxOtherAllergensLength } from '../allergens.ts'
import type { DishDetails } from '../dish-details.ts'
import { slotLimits } from '../slot.ts'

/** The longest accepted texts, in UTF-16 units, for the form and the server. */
export const signupLimits = { name: 80, team: 80, email: maxEmailLength, reason: 200 } as const

const incomplete = 'Complete your information above to sign up for slots'

export const emailAddress = requiredEmail({
  missing: incomplete,
  invalid: 'Please enter a valid email address',
})

/** The person who comes, and their team. They are entered once on the sign-up page and stored on the device. */
export const personInformation = {
  personName: requiredName(signupLimits.name, incomplete),
  email: emailAddress,
  /** Id of the registered team whose captain was chosen. */
  captainId: z.uuid({ error: incomplete }),
}

/** The allergens named for a dish: of the nine each at most once, which are then sorted as on every screen. */
export const allergensRequest = z.strictObject({
  listed: z
    .array(z.enum(allergenNames, 'Please choose from the list.'))
    .refine((listed) => new Set(listed).size === listed.length, 'Please name each one once.')
    .transform((listed) => allergenNames.filter((name) => listed.includes(name)))
    .default([]),
  other: line(maxOtherAllergensLength).default(''),
})

/** The details of a dish, as far as they are given; rejected for serving. */
const detailsRequest = { allergens: allergensRequest.optional() } satisfies Record<keyof DishDetails, z.ZodType>

export const signUpRequest = z.strictObject({
  ...personInformation,
  slotId: z.uuid('This is not the id of a slot.'),
  ...detailsRequest,
  /** Programs give themselves away by how they fill in the form. */
  form: formMark.optional(),
})

/** The corrections of staff to the person who signed up. The person reads the reason. */
export const signupCorrection = z
  .strictObject({
    personName: requiredName(signupLimits.name, 'Please give a name.').optional(),
    email: emailAddress.optional(),
    reason: line(signupLimits.reason).optional(),
  })
  .refine(({ personName, email }) => personName !== undefined || email !== undefined, {
    message: 'Please give a name or an address.',
    path: ['personName'],
  })

const slotOrDishMissing = 'Please choose a slot, or say what the dish is.'

/** A person who came without a sign-up. A full slot rejects none, because the dish or helper is already there. */
export const walkInRequest = z
  .strictObject({
    name: requiredName(signupLimits.name, 'Please give a name.'),
    slot_id: z.uuid('This is not the id of a slot.').optional(),
    /** A dish that no slot asks for, instead of a slot. */
    dish_name: requiredName(slotLimits.name, slotOrDishMissing).optional(),
    team_name: nameLine(signupLimits.team).optional(),
    ...detailsRequest,
    /** The moment when they came, if the device was offline. A future time counts as now. */
    at: sentMoment().optional(),
  })
  .refine(({ slot_id, dish_name }) => (slot_id === undefined) !== (dish_name === undefined), {
    message: slotOrDishMissing,
    path: ['slot_id'],
  })
