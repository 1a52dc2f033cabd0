import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { factsOf2025 } from '../language/edition-facts.ts'
import { editErrors } from '../platform/errors.ts'
import {
  type ChangeEditionSettings,
  changeEditionSettingsDecider,
  factsWith,
  toEditionStream,
  yearOf,
} from './edition.ts'
import { editionChange } from './edition-api.ts'
import type { EditionSettings } from './edition-schema.ts'
import { describeSettings } from './edition-words.ts'
import type { EditionEvent } from './events.ts'
import { metadata } from './facts.fixture.ts'

const given = DeciderSpecification.for(changeEditionSettingsDecider)
const change = (settings: EditionSettings, year = 2025): ChangeEditionSettings => ({
  type: 'ChangeEditionSettings',
  data: { year, settings },
  metadata,
})
const changed = (to: EditionSettings, from: EditionSettings): EditionEvent => ({
  type: 'EditionSettingsChanged',
  data: { to, from },
})
const refused = (field: string, message: string) => editErrors.error('INVALID_FIELDS', { [field]: message })

describe('The settings of an edition', () => {
  it('are changed by what differs, which is stored with what it was', () => {
    given([])
      .when(change({ capacity: 40, name: factsOf2025.name, dinner: { starts: '18:30', ends: '21:00' } }))
      .then([changed({ capacity: 40, dinner: { starts: '18:30' } }, { capacity: 35, dinner: { starts: '18:00' } })])
    given([changed({ capacity: 40 }, { capacity: 35 })])
      .when(change({ capacity: 35 }))
      .then([changed({ capacity: 35 }, { capacity: 40 })])
  })

  it('are not changed by what is so already', () => {
    given([changed({ capacity: 40 }, { capacity: 35 })])
      .when(change({ capacity: 40, venue: { bounds: [-86.64, 34.685, -86.58, 34.725] } }))
      .then([])
    given([]).when(change({})).then([])
  })

  it('begin with the days of their year', () => {
    given([])
      .when(change({ first_day: '2026-11-21', last_day: '2026-11-23' }, 2026))
      .then([changed({ last_day: '2026-11-23' }, { last_day: '2026-11-22' })])
  })

  it('replace lists as a whole', () => {
    const rules = [{ what: 'Games', number: 'to 15', how: '' }]
    given([])
      .when(change({ game_rules: rules }))
      .then([changed({ game_rules: rules }, { game_rules: [...factsOf2025.game_rules] })])
  })

  it.each<[string, EditionSettings, string, string]>([
    ['days', { last_day: '2025-11-21' }, 'last_day', 'The last day cannot be before the first day.'],
    ['days, by the other one', { first_day: '2025-11-24' }, 'last_day', 'The last day cannot be before the first day.'],
    ['deadline', { fee_deadline: '2025-11-23' }, 'fee_deadline', 'The deadline cannot be after the first day.'],
    ['games', { pool_play: { ends: '09:00' } }, 'pool_play.ends', 'Games have to end after they start.'],
    ['dinner', { dinner: { starts: '21:30' } }, 'dinner.ends', 'Dinner has to end after it starts.'],
    [
      'drop-off',
      { dinner: { dishes_until: '16:00' } },
      'dinner.dishes_until',
      'The drop-off of dishes has to end after it starts.',
    ],
    [
      'registration',
      { registration: { opens: '2025-09-02T00:00:00Z', closes: '2025-09-01T18:00:00-05:00' } },
      'registration.closes',
      'Registration has to close after it opens.',
    ],
  ])('are refused where they are reversed: %s', (_, settings, field, message) => {
    given([])
      .when(change(settings))
      .thenThrows((error) => {
        expect(error).toEqual(refused(field, message))
        return true
      })
  })

  it('name all that is wrong at once', () => {
    given([])
      .when(change({ last_day: '2025-11-01', pool_play: { starts: '23:00' } }))
      .thenThrows((error) => {
        const { fields } = error as unknown as { fields: object }
        expect(Object.keys(fields)).toEqual(['last_day', 'pool_play.ends'])
        return true
      })
  })

  it('may take the deadline on the first day, and one day alone', () => {
    given([])
      .when(change({ fee_deadline: '2025-11-22', last_day: '2025-11-22' }))
      .then([
        changed({ fee_deadline: '2025-11-22', last_day: '2025-11-22' }, { fee_deadline: null, last_day: '2025-11-23' }),
      ])
  })

  it('have a stream for each year', () => {
    expect(yearOf(toEditionStream(2026))).toBe(2026)
    expect(factsWith(2025, {})).toEqual(factsOf2025)
  })
})

describe('A change of settings', () => {
  const listErrors = (settings: object) =>
    editionChange.safeParse(settings).error?.issues.map(({ path, message }) => [path.join('.'), message])

  it.each([
    ['a capacity of none', { capacity: 0 }, 'capacity'],
    ['too many teams', { capacity: 201 }, 'capacity'],
    ['half a team', { capacity: 1.5 }, 'capacity'],
    ['a team in words', { capacity: '40' }, 'capacity'],
    ['a day that does not exist', { first_day: '2025-02-30' }, 'first_day'],
    ['a year out of reach', { first_day: '9999-01-01' }, 'first_day'],
    ['a time that does not exist', { dinner: { starts: '24:00' } }, 'dinner.starts'],
    ['a malformed address', { contact_email: 'turkey at home' }, 'contact_email'],
    ['a link that runs', { merch_partner: { url: 'javascript:alert(1)' } }, 'merch_partner.url'],
    ['a link without a scheme', { merch_partner: { url: 'merch.example' } }, 'merch_partner.url'],
    ['no name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(81) }, 'name'],
    ['50,000 characters', { fee_payment: 'x'.repeat(50_000) }, 'fee_payment'],
    ['a map inside out', { venue: { bounds: [10, 0, -10, 1] } }, 'venue.bounds'],
    ['a moment without a zone', { registration: { opens: '2025-09-01T12:00:00' } }, 'registration.opens'],
    ['another year', { year: 2026 }, ''],
    ['a state', { state: 'past' }, ''],
  ])('is refused with %s', (_, settings, field) => {
    expect(listErrors(settings)?.[0]?.[0]).toBe(field)
  })

  it('keeps markup as text, and what a club leaves out empty', () => {
    const settings = { name: '<b>Turkey</b> & Disc', club: '', fee_deadline: null, venue: { bounds: null } }
    expect(editionChange.parse(settings)).toEqual(settings)
  })
})

describe('The sentence about settings', () => {
  it('names three of them by their values, and what they were', () => {
    expect(
      describeSettings({
        to: { capacity: 40, fee: '$300', fee_deadline: '2025-11-08', registration: { closes: '2025-11-02T05:00:00Z' } },
        from: { capacity: 35, fee: '', fee_deadline: null, registration: { closes: null } },
      }),
    ).toEqual({
      text: 'the capacity to 40, the fee to “$300”, the deadline of the fee to Saturday, November 8, 2025 and 1 more',
      was: '35, nothing, none',
    })
  })

  it('writes moments as the clocks at the venue show them, in summer and in winter', () => {
    const registration = { opens: '2025-11-02T05:00:00Z', closes: '2025-11-02T08:00:00Z' }
    expect(describeSettings({ to: { registration }, from: {} }).text).toBe(
      'the opening of registration to Sunday, November 2, 2025 at 12:00 AM CDT and ' +
        'the closing of registration to Sunday, November 2, 2025 at 2:00 AM CST',
    )
  })
})
