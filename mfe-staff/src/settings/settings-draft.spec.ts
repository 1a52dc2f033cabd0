import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { editionChange } from '@ultimate/events/staff/edition-api.ts'
import { describe, expect, it } from 'vitest'
import {
  byField,
  changedFields,
  draftedFacts,
  findErrors,
  rebase,
  type SettingsDraft,
  settingsFields,
  toChange,
  toDraft,
} from './settings-draft.ts'

const stored = toDraft(factsOf2025)
const typed = (changes: Partial<SettingsDraft>): SettingsDraft => ({ ...stored, ...changes })

describe('the form of the settings', () => {
  it('has a field for everything that a director can set', () => {
    const keys = new Set(settingsFields.map((field) => field.split('.')[0]))
    expect([...keys].toSorted()).toEqual(Object.keys(editionChange.shape).toSorted())
    expect(findErrors(stored)).toEqual({})
  })

  it('sends what was changed and nothing else, in the form of the server', () => {
    expect(toChange(stored, stored)).toEqual({})
    const draft = typed({
      'dinner.starts': '18:30',
      capacity: '40',
      'registration.closes': '2025-11-01T20:00',
      'venue.bounds': ' -86 ,34,-85,35',
      fee_deadline: '2025-11-08',
      game_rules: '[]',
    })
    expect(toChange(draft, stored)).toEqual({
      dinner: { starts: '18:30' },
      capacity: 40,
      registration: { closes: '2025-11-02T01:00:00.000Z' },
      venue: { bounds: [-86, 34, -85, 35] },
      fee_deadline: '2025-11-08',
      game_rules: [],
    })
    expect(changedFields(draft, stored)).toHaveLength(6)
  })

  it('shows moments by the clock at the venue, and nothing where there is none', () => {
    const registration = { opens: '2025-09-01T12:00:00-05:00', closes: null }
    const draft = toDraft({ ...factsOf2025, registration, venue: { ...factsOf2025.venue, bounds: null } })
    expect(draft).toMatchObject({
      'registration.opens': '2025-09-01T12:00',
      'registration.closes': '',
      'venue.bounds': ',,,',
    })
    expect(toChange(draft, stored)).toEqual({
      registration: { opens: '2025-09-01T17:00:00.000Z' },
      venue: { bounds: null },
    })
  })

  it('says at its field what the rules of the server say', () => {
    const errors = findErrors(
      typed({
        name: ' ',
        capacity: '201',
        'venue.bounds': '1,,3,4',
        'merch_partner.url': 'shop',
        game_rules: '[{"what":"","number":"1","how":""}]',
      }),
    )
    expect(Object.keys(errors).toSorted()).toEqual([
      'capacity',
      'game_rules',
      'merch_partner.url',
      'name',
      'venue.bounds',
    ])
    expect(errors.capacity).toBe('The capacity is a whole number from 1 to 200.')
    expect(byField({ 'venue.bounds.0': 'No map.', 'dinner.ends': 'Too early.' })).toEqual({
      'venue.bounds': 'No map.',
      'dinner.ends': 'Too early.',
    })
  })

  it('is previewed as visitors would see it, once nothing in it is wrong', () => {
    expect(draftedFacts(factsOf2025, typed({ name: 'Frostbite', 'dinner.starts': '17:30' }))).toEqual({
      ...factsOf2025,
      name: 'Frostbite',
      dinner: { ...factsOf2025.dinner, starts: '17:30' },
    })
    expect(draftedFacts(factsOf2025, typed({ capacity: '0' }))).toBeNull()
  })

  it('keeps what was typed, and takes what another director has changed beside it', () => {
    const now = typed({ name: 'Theirs', city: 'Theirs' })
    const draft = typed({ name: 'Mine', fee: '$300' })
    expect(rebase(draft, { before: stored, now })).toEqual(typed({ name: 'Mine', city: 'Theirs', fee: '$300' }))
  })
})
