import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { added, dishSlot, metadata, servingSlot } from '../slot.fixture.ts'
import { type AddSlot, addSlotDecider } from './decide.ts'

const given = DeciderSpecification.for(addSlotDecider)
const add = (fields: unknown): AddSlot => ({ type: 'AddSlot', data: newSlot.parse(fields), metadata })

describe('Adding a slot', () => {
  it('records a dish, with a recipe only where there is one', () => {
    const fields = { category: 'dishes', name: 'Cranberry sauce', description: 'For ten.', max_signups: 2 }
    given([])
      .when(add(fields))
      .then([added(dishSlot)])
    given([])
      .when(add({ ...fields, recipe_title: 'Grandma’s', recipe_ingredients: '' }))
      .then([added({ ...dishSlot, recipe: { title: 'Grandma’s', ingredients: '', instructions: '' } })])
  })

  it('records half an hour of serving', () => {
    given([])
      .when(add({ category: 'serving', name: 'Carving', time_slot: '18:30', max_signups: 2 }))
      .then([added(servingSlot)])
  })

  it('adds nothing when the slot is there', () => {
    given([added()])
      .when(add({ category: 'dishes', name: 'Cranberry sauce' }))
      .thenNothingHappened()
  })
})
