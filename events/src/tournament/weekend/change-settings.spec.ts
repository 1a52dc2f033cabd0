import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../language/decider-specification.fixture.ts'
import { DomainError } from '../../language/domain-error.ts'
import { type ChangeSettings, changeSettingsDecider, storeEditionSettings } from './change-settings.ts'
import type { ScheduleEvent } from './events.ts'
import { defaultSettings, type Field, type ScheduleSettings } from './plan.ts'
import { metadata } from './schedule.fixture.ts'

type Settings = ChangeSettings['data']['settings']

/** The command that leaves all other settings as they are in a schedule without events. */
const change = (changes: Partial<Settings>): ChangeSettings => {
  const fields = defaultSettings.fields.map(({ name }) => name)
  return { type: 'ChangeSettings', data: { settings: { ...defaultSettings, fields, ...changes } }, metadata }
}
const changed = (changes: Partial<ScheduleSettings>): ScheduleEvent => ({
  type: 'ScheduleSettingsChanged',
  data: { settings: { ...defaultSettings, ...changes } },
})
const saturday = { date: '2025-11-22', first_start: '09:00', rounds: 6 }
const sunday = { date: '2025-11-23', first_start: '09:00', rounds: 5 }

describe('Changing the settings of a schedule', () => {
  const given = DeciderSpecification.for(changeSettingsDecider)

  it('stores them, once', () => {
    given([])
      .when(change({ max_in_a_row: 3 }))
      .then([changed({ max_in_a_row: 3 })])
    given([changed({ max_in_a_row: 3 })])
      .when(change({ max_in_a_row: 3 }))
      .thenNothingHappened()
  })

  it('changes nothing where they are those of the site, in any order', () => {
    const { data, ...command } = change({})
    const reversed = Object.fromEntries(Object.entries(data.settings).reverse()) as unknown as Settings
    given([]).when(change({})).thenNothingHappened()
    given([])
      .when({ ...command, data: { settings: reversed } })
      .thenNothingHappened()
  })

  const [one, two, three]: readonly [Field, Field, Field] = [
    { id: 'field-1', name: 'One' },
    { id: 'field-2', name: 'Two' },
    { id: 'field-3', name: 'Three' },
  ]

  it.each<[rule: string, before: readonly Field[], names: readonly string[], after: readonly Field[]]>([
    ['while its name stays', [one, two, three], ['Three', 'One', 'Two'], [three, one, two]],
    ['while another one is removed', [one, two, three], ['One', 'Three'], [one, three]],
    ['where it is renamed in its position', [one, two], ['Main', 'Two'], [{ ...one, name: 'Main' }, two]],
  ])('leaves a field its id %s', (_, before, names, after) => {
    given([changed({ fields: before })])
      .when(change({ fields: names }))
      .then([changed({ fields: after })])
  })

  it.each<[field: string, before: readonly Field[], names: readonly string[], after: readonly Field[]]>([
    ['an added field', [one, two], ['One', 'Two', 'New'], [one, two, { id: 'field-3', name: 'New' }]],
    [
      'each added field',
      [one],
      ['A', 'B'],
      [
        { id: 'field-2', name: 'A' },
        { id: 'field-3', name: 'B' },
      ],
    ],
    ['a field before one that moved', [one, two], ['New', 'One'], [{ id: 'field-3', name: 'New' }, one]],
    ['a field among fewer', [one, two], ['New'], [{ id: 'field-3', name: 'New' }]],
    ['a field after a gap', [one, three], ['One', 'Three', 'New'], [one, three, { id: 'field-2', name: 'New' }]],
  ])('gives %s the first id that no field has', (_, before, names, after) => {
    given([changed({ fields: before })])
      .when(change({ fields: names }))
      .then([changed({ fields: after })])
  })

  it.each<[rule: string, changes: Partial<Settings>, fields: Record<string, string>]>([
    ['two fields of one name', { fields: ['One', 'Two', 'One'] }, { fields: 'Two fields have the same name.' }],
    [
      'rounds that are shorter than games',
      { game_minutes: 70, slot_minutes: 69 },
      { slot_minutes: 'A round cannot be shorter than its games.' },
    ],
    ['days in another order', { days: [sunday, saturday] }, { days: 'Days must be in order, each once.' }],
    ['a day twice', { days: [saturday, saturday] }, { days: 'Days must be in order, each once.' }],
    [
      'a last round that ends a minute after midnight',
      { days: [saturday, { ...sunday, first_start: '21:31', rounds: 2 }] },
      { 'days.1.rounds': 'The last round would end after midnight.' },
    ],
    [
      'all of these, each under its field',
      { fields: ['One', 'One'], slot_minutes: 20, days: [sunday, { ...saturday, first_start: '23:00' }] },
      {
        fields: 'Two fields have the same name.',
        slot_minutes: 'A round cannot be shorter than its games.',
        days: 'Days must be in order, each once.',
        'days.1.rounds': 'The last round would end after midnight.',
      },
    ],
  ])('refuses %s', (_, changes, fields) => {
    given([])
      .when(change(changes))
      .thenThrows(DomainError, (error) => {
        expect([error.code, error.fields]).toEqual(['SCHEDULE_SETTINGS', fields])
        return true
      })
  })

  it('takes rounds that are as long as games, and a last round that ends at midnight', () => {
    const limits = { slot_minutes: 70, days: [saturday, { ...sunday, first_start: '21:40', rounds: 2 }] }
    given([])
      .when(change(limits))
      .then([changed(limits)])
  })
})

describe('The settings of an edition', () => {
  const days = [{ date: '2026-11-21', first_start: '09:00', rounds: 6 }]
  const given = DeciderSpecification.for(storeEditionSettings(changeSettingsDecider, { ...defaultSettings, days }))

  it('are stored before the first change, on which it is based', () => {
    given([])
      .when(change({ days, max_in_a_row: 3 }))
      .then([changed({ days }), changed({ days, max_in_a_row: 3 })])
  })

  it('are not stored where nothing changes', () => {
    given([]).when(change({ days })).thenNothingHappened()
  })

  it('are not stored before later changes', () => {
    given([changed({ max_in_a_row: 3 })])
      .when(change({ max_in_a_row: 4 }))
      .then([changed({ max_in_a_row: 4 })])
  })

  it('are not stored where they are those of the site', () => {
    DeciderSpecification.for(storeEditionSettings(changeSettingsDecider, defaultSettings))([])
      .when(change({ max_in_a_row: 3 }))
      .then([changed({ max_in_a_row: 3 })])
  })
})
