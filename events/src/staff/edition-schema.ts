import { z } from 'zod'
import { hexColor } from '../language/club-colors.ts'
import { logoAddress } from '../language/club-logo.ts'
import type { EditionFacts } from '../language/edition-facts.ts'

const venue = z.strictObject({
  name: z.string(),
  address: z.string(),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
})
const merchPartner = z.strictObject({ name: z.string(), url: z.string() })
const registration = z.strictObject({ opens: z.string().nullable(), closes: z.string().nullable() })
const poolPlay = z.strictObject({ starts: z.string(), ends: z.string() })
const dinner = z.strictObject({
  starts: z.string(),
  ends: z.string(),
  dishes_from: z.string(),
  dishes_until: z.string(),
  dishes_per_team: z.int(),
})
const divisions = z.strictObject({ comp: z.string(), rec: z.string() })
const color = z.string().regex(hexColor)
const colors = z.strictObject({ primary: color.nullable(), accent: color.nullable() })
const schedule = z.strictObject({ pool_play: z.string(), dinner: z.string(), brackets: z.string() })

/** The facts of an edition as they are stored and answered. What a director may set is stricter: `edition-api.ts`. */
export const editionFacts = z.strictObject({
  name: z.string(),
  ordinal: z.string(),
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  city: z.string(),
  venue,
  club: z.string(),
  contact_email: z.string(),
  merch_partner: merchPartner,
  capacity: z.int(),
  fee: z.string(),
  fee_deadline: z.iso.date().nullable(),
  fee_payment: z.string(),
  registration,
  pool_play: poolPlay,
  dinner,
  divisions,
  schedule,
  game_rules: z.array(z.strictObject({ what: z.string(), number: z.string(), how: z.string() })),
  designs_year: z.int(),
  colors,
  logo: z.string().regex(logoAddress).nullable(),
}) satisfies z.ZodType<EditionFacts>

export type StoredFacts = z.infer<typeof editionFacts>

/** Copies the facts, because the lists of the stored type are not read-only. */
export const storedFacts = ({ venue, game_rules, ...facts }: EditionFacts): StoredFacts => ({
  ...facts,
  venue: { ...venue, bounds: venue.bounds && [...venue.bounds] },
  game_rules: [...game_rules],
})

/** Some of the facts: of an object only the named keys, of a list always the whole list. */
export const editionSettings = z
  .strictObject({
    ...editionFacts.shape,
    venue: venue.partial(),
    merch_partner: merchPartner.partial(),
    registration: registration.partial(),
    pool_play: poolPlay.partial(),
    dinner: dinner.partial(),
    divisions: divisions.partial(),
    schedule: schedule.partial(),
    colors: colors.partial(),
  })
  .partial()
export type EditionSettings = z.infer<typeof editionSettings>

/**
 * The things that a director may copy into the next edition. Teams and sign-ups never are; users and photos belong to
 * all years.
 */
export const copies = ['slots', 'rules', 'venue'] as const
export type Copy = (typeof copies)[number]
