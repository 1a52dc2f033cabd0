import { describe, expect, it } from 'vitest'
import { slotLimits } from '../slot.ts'
import { newSlot, slotChange } from './slot-schema.ts'

const dish = { name: 'Cranberry sauce', category: 'dishes' }
const serving = { name: 'Carving', category: 'serving', time_slot: '18:30' }

function sentences(value: unknown): Record<string, string> {
  const parsed = newSlot.safeParse(value)
  return parsed.success ? {} : Object.fromEntries(parsed.error.issues.map((it) => [it.path.join('.'), it.message]))
}

describe('A new slot', () => {
  it('needs no more than a name and a category; a team brings four, one may sign up', () => {
    expect(newSlot.parse(dish)).toEqual({
      name: 'Cranberry sauce',
      description: '',
      category: 'dishes',
      team_requirement: 4,
      max_signups: 1,
      time_slot: null,
      recipe_title: null,
      recipe_ingredients: null,
      recipe_instructions: null,
    })
  })

  it.each(['', '   ', '\u200B', undefined, null])('is refused with %j for a name', (name) => {
    expect(sentences({ ...dish, name })).toEqual({ name: 'Name is required.' })
  })

  it.each([0, -1, 1.5, '2', null, 1001, Number.NaN])('is refused with %j as its largest number of sign-ups', (max) => {
    expect(Object.keys(sentences({ ...dish, max_signups: max }))).toEqual(['max_signups'])
  })

  it.each(['24:00', '7:5', '7:05', '18:60', '18:30:00', '1830', 'six', '-1:00'])(
    'does not take %j for a time',
    (it) => {
      expect(sentences({ ...serving, time_slot: it })).toEqual({ time_slot: 'A time is like 18:00.' })
    },
  )

  it.each(['00:00', '07:05', '18:30', '23:59'])('takes %j for a time', (time_slot) => {
    expect(newSlot.parse({ ...serving, time_slot }).time_slot).toBe(time_slot)
  })

  it.each([undefined, null, ''])('for serving is refused without a time (%j)', (time_slot) => {
    expect(sentences({ ...serving, time_slot })).toEqual({ time_slot: 'A serving slot needs a time.' })
  })

  it('for a dish has no time, and empty fields of a form are no time', () => {
    expect(sentences({ ...dish, time_slot: '18:00' })).toEqual({ time_slot: 'Only serving slots have a time.' })
    expect(newSlot.parse({ ...dish, time_slot: '', recipe_title: '' })).toMatchObject({
      time_slot: null,
      recipe_title: null,
    })
  })

  it.each(['recipe_title', 'recipe_ingredients', 'recipe_instructions'])('for serving has no %s', (field) => {
    expect(sentences({ ...serving, [field]: 'Bake.' })).toEqual({ [field]: 'Only dishes have a recipe.' })
    expect(sentences({ ...serving, [field]: '' })).toEqual({})
  })

  it('is held to its longest texts', () => {
    expect(sentences({ ...dish, name: 'x'.repeat(slotLimits.name) })).toEqual({})
    expect(Object.keys(sentences({ ...dish, name: 'x'.repeat(slotLimits.name + 1) }))).toEqual(['name'])
    expect(Object.keys(sentences({ ...dish, recipe_instructions: 'x'.repeat(slotLimits.recipe + 1) }))).toHaveLength(1)
  })

  it('refuses unknown fields', () => {
    expect(newSlot.safeParse({ ...dish, current_signups: 3 }).success).toBe(false)
  })
})

describe('A change of a slot', () => {
  it('names what changes and nothing else', () => {
    expect(slotChange.parse({ max_signups: 2 })).toEqual({ max_signups: 2 })
    expect(slotChange.parse({})).toEqual({})
  })
})
