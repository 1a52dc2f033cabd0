import { describe, expect, it } from 'vitest'
import { emptyDraft, findErrors, servingRow, timesPreview, toDraft, toSlots } from './slot-draft.ts'
import { pie } from './slots.fixture.ts'

const carving = { ...emptyDraft('serving'), name: 'Carving', times: '3' }

describe('The form of a slot', () => {
  it('begins with the usual numbers', () => {
    expect(emptyDraft('dishes')).toMatchObject({ team_requirement: '4', max_signups: '1' })
  })

  it('wants a name and at least one sign-up', () => {
    expect(findErrors(emptyDraft('dishes'))).toEqual({ name: 'Name is required.' })
    for (const max_signups of ['0', '', '-1', '1.5', 'many'])
      expect(findErrors({ ...toDraft(pie), max_signups })).toEqual({
        max_signups: 'Please give a whole number, at least 1.',
      })
  })

  it('wants a time for serving, and no time for dishes', () => {
    expect(findErrors({ ...carving, time_slot: '' })).toEqual({ time_slot: 'A serving slot needs a time.' })
    expect(findErrors({ ...carving, time_slot: '25:00' })).toEqual({ time_slot: 'A time is like 18:00.' })
    expect(toSlots({ ...toDraft(pie), time_slot: '18:00' })).toMatchObject([{ time_slot: null }])
  })

  it('sends no recipe for serving, though one was typed before', () => {
    expect(toSlots({ ...carving, recipe_title: 'Grandma' })[0]).toMatchObject({ recipe_title: null })
  })

  it('makes a slot for each half hour of a row', () => {
    expect(timesPreview(carving)).toEqual(['18:00', '18:30', '19:00'])
    expect(toSlots(carving).map(({ name, time_slot }) => [name, time_slot])).toEqual([
      ['Carving', '18:00'],
      ['Carving', '18:30'],
      ['Carving', '19:00'],
    ])
  })

  it('lets half hours follow each other without a gap', () => {
    expect(servingRow('17:30', 4)).toEqual(['17:30', '18:00', '18:30', '19:00'])
    expect(servingRow('23:30', 2)).toEqual(['23:30', '00:00'])
    expect(servingRow('18:00', 0)).toEqual([])
  })

  it.each(['0', '25', '', 'x', '2.5'])('refuses a row of "%s" half hours', (times) => {
    expect(findErrors({ ...carving, times })).toEqual({ times: 'Please give a whole number from 1 to 24.' })
    expect(timesPreview({ ...carving, times })).toEqual([])
  })
})
