import { z } from 'zod'
import { hexColor } from '../language/club-colors.ts'
import { logoAddress, logoName } from '../language/club-logo.ts'
import { endpoint } from '../language/endpoint.ts'
import { isWithinYears, sentMoment } from '../language/moment.ts'
import { tdOnly } from '../language/roles.ts'
import { optionalEmail } from '../language/text/email.ts'
import { line, requiredLine } from '../language/text/text.ts'
import { copies, editionFacts } from './edition-schema.ts'
import { logoErrors, logoMissing, maxLogoBytes } from './logo.ts'
import { photo } from './photo-api.ts'

export const editionStates = ['next', 'current', 'past'] as const

/** An edition as everyone reads it; `version` is the number in its ETag. */
export const edition = z.strictObject({
  year: z.int(),
  ...editionFacts.shape,
  state: z.enum(editionStates),
  version: z.int(),
})
export type Edition = z.infer<typeof edition>

const yearRule = 'Please give a year from 1900 to 2999.'
const day = () => z.iso.date({ error: 'A day is written as 2025-11-22.', abort: true }).refine(isWithinYears, yearRule)
const time = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is written as 18:00.')
const count = (max: number, what: string) => {
  const rule = `${what} is a whole number from 1 to ${max}.`
  return z.int(rule).min(1, rule).max(max, rule)
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
const link = () =>
  line(300).refine(
    (text) => text === '' || isWebAddress(text),
    'Please enter a link that begins with http:// or https://.',
  )

const boundsRule = 'A map is west, south, east and north in degrees.'
const degrees = (max: number) => z.number(boundsRule).min(-max, boundsRule).max(max, boundsRule)
const bounds = z
  .tuple([degrees(180), degrees(90), degrees(180), degrees(90)], boundsRule)
  .refine(([west, south, east, north]) => west < east && south < north, boundsRule)

const color = () => z.string().regex(hexColor, 'A color is written as #143a2e.')

const maxRules = 20

/** The settings of a director: any of the keys, also inside nested objects. Lists are set as a whole. */
export const editionChange = z
  .strictObject({
    name: requiredLine(80, 'Please enter the name of the tournament.'),
    ordinal: line(20),
    first_day: day(),
    last_day: day(),
    city: line(80),
    venue: z.strictObject({ name: line(80), address: line(200), bounds: bounds.nullable() }).partial(),
    club: line(80),
    contact_email: optionalEmail('Please enter a valid e-mail address.'),
    merch_partner: z.strictObject({ name: line(80), url: link() }).partial(),
    capacity: count(200, 'The capacity'),
    fee: line(80),
    fee_deadline: day().nullable(),
    fee_payment: line(300),
    registration: z
      .strictObject({
        opens: sentMoment('Please enter a date and a time.').nullable(),
        closes: sentMoment('Please enter a date and a time.').nullable(),
      })
      .partial(),
    pool_play: z.strictObject({ starts: time(), ends: time() }).partial(),
    dinner: z
      .strictObject({
        starts: time(),
        ends: time(),
        dishes_from: time(),
        dishes_until: time(),
        dishes_per_team: count(100, 'The number of dishes'),
      })
      .partial(),
    divisions: z.strictObject({ comp: line(200), rec: line(200) }).partial(),
    schedule: z.strictObject({ pool_play: line(200), dinner: line(200), brackets: line(200) }).partial(),
    game_rules: z
      .array(
        z.strictObject({
          what: requiredLine(60, 'Please enter what the rule is about.'),
          number: line(40),
          how: line(120),
        }),
      )
      .max(maxRules, `Please enter at most ${maxRules} rules.`),
    designs_year: z.int('A year is a whole number.').min(1900, yearRule).max(2999, yearRule),
    colors: z.strictObject({ primary: color().nullable(), accent: color().nullable() }).partial(),
    logo: z.string().regex(logoAddress, logoMissing).nullable(),
  })
  .partial()
export type EditionChange = z.input<typeof editionChange>

const year = z.int('A year is a whole number.').min(1900, yearRule).max(2999, yearRule)
const yearText = z.string().regex(/^\d{4}$/, 'A year has four digits.')
const yearParameter = z.strictObject({ year: yearText })

/** The number of things that were copied, of each kind. */
const copied = z.strictObject({ slots: z.int(), rules: z.int(), venue: z.int() })
export type Copied = z.infer<typeof copied>

export const editionApi = {
  readEdition: endpoint({
    method: 'GET',
    path: '/api/edition',
    summary:
      'Read what is set about the current edition, or for staff about that of `year`: dates, place, capacity, fee, times and rules',
    allow: 'everyone',
    query: z.strictObject({ year: yearText.optional() }),
    answers: { 200: z.strictObject({ edition }) },
    errors: ['EDITION_NOT_FOUND'],
  }),
  listEditions: endpoint({
    method: 'GET',
    path: '/api/editions',
    summary: 'List the editions, the newest first; one that is not published yet for staff alone',
    allow: 'everyone',
    answers: { 200: z.strictObject({ editions: z.array(edition) }) },
  }),
  changeEdition: endpoint({
    method: 'PUT',
    path: '/api/edition',
    summary:
      'Set any of these facts, of nested objects any keys; needs If-Match. With `preview`, show what it would lead to and store nothing',
    allow: tdOnly,
    query: z.strictObject({
      year: yearText.optional(),
      preview: z.enum(['true', 'false']).optional(),
    }),
    body: editionChange,
    answers: {
      200: z.strictObject({
        edition,
        /** Consequences that may not be meant, as sentences. */
        warnings: z.array(z.string()),
      }),
    },
    errors: ['EDITION_NOT_FOUND', 'VERSION_REQUIRED', 'STALE'],
  }),
  startEdition: endpoint({
    method: 'POST',
    path: '/api/editions',
    summary:
      'Start the next edition, which visitors do not see yet, with copies of the current one. With `preview`, show what it would be and store nothing',
    allow: tdOnly,
    body: z.strictObject({
      year,
      /** The same weekend a year later by default. */
      first_day: day().optional(),
      copy: z.array(z.enum(copies)).max(copies.length, 'Each can be copied once.'),
      preview: z.boolean().optional(),
    }),
    answers: {
      200: z.strictObject({ edition, copied }),
      201: z.strictObject({ edition, copied }),
    },
    errors: ['EDITION_EXISTS'],
  }),
  publishEdition: endpoint({
    method: 'POST',
    path: '/api/editions/{year}/publish',
    summary: 'Show visitors this edition; the former one is read-only from then on',
    allow: tdOnly,
    params: yearParameter,
    answers: { 200: z.strictObject({ edition }) },
    errors: ['EDITION_NOT_FOUND'],
  }),
  removeEdition: endpoint({
    method: 'DELETE',
    path: '/api/editions/{year}',
    summary:
      'Remove an edition that was started, until a team or volunteer signs up for it; visitors see the former one again',
    allow: tdOnly,
    params: yearParameter,
    answers: { 204: null },
    errors: ['EDITION_NOT_FOUND', 'EDITION_IN_USE'],
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/api/edition/logo',
    summary:
      'Store a logo: PNG, JPEG or WebP, whose metadata is dropped. Its address is a setting, which a change of the edition stores',
    allow: tdOnly,
    body: z.strictObject({ logo: z.file(logoErrors.registry.LOGO_INVALID.message) }),
    form: { maxFile: maxLogoBytes },
    answers: { 201: z.strictObject({ logo: z.string() }) },
    errors: ['LOGO_INVALID', 'LOGO_TOO_LARGE', 'TOO_MANY_REQUESTS'],
  }),
  logoFile: endpoint({
    method: 'GET',
    path: '/api/edition/logo/{name}',
    summary: 'Read a logo; the file never changes',
    allow: 'everyone',
    params: z.strictObject({ name: z.string().regex(logoName, 'This is not the name of a logo.') }),
    answers: { 200: null },
    errors: ['LOGO_NOT_FOUND'],
    media: 'image/webp',
  }),
}

export const archiveApi = {
  readArchive: endpoint({
    method: 'GET',
    path: '/api/archive/{year}',
    summary: 'Read a past edition as visitors saw it: its facts, teams, published pools, results and photos',
    allow: 'everyone',
    // Any text is accepted: what is no year is no past edition.
    params: z.strictObject({ year: z.string().max(100) }),
    answers: {
      200: z.looseObject({
        edition,
        /** Those that were added while the edition was the current one. */
        photos: z.array(photo),
        // Other modules add what they show of it, and describe that in their own language.
      }),
    },
    errors: ['EDITION_NOT_FOUND'],
  }),
}
