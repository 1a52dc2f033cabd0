import { describe, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import {
  type AddSlot,
  addSlotDecider,
  type ChangeSlot,
  changeSlotDecider,
  type DeleteSlot,
  deleteSlotDecider,
  type RestoreSlot,
  restoreSlotDecider,
} from './change-slot.ts'
import {
  added,
  changed,
  deleted,
  dishSlot,
  metadata,
  removed,
  servingSlot,
  signedUp,
  slotRestored,
} from './slot.fixture.ts'
import { newSlot, type SlotChange } from './slots/slot-schema.ts'

describe('Adding a slot', () => {
  const given = DeciderSpecification.for(addSlotDecider)
  const add = (fields: unknown): AddSlot => ({ type: 'AddSlot', data: newSlot.parse(fields), metadata })

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

describe('Changing a slot', () => {
  const given = DeciderSpecification.for(changeSlotDecider)
  const change = (fields: SlotChange, expectedRevision?: number): ChangeSlot => ({
    type: 'ChangeSlot',
    data: { change: fields, expectedRevision },
    metadata,
  })
  const recipe = { title: 'Grandma’s', ingredients: 'Berries', instructions: 'Boil.' }

  it('changes what is named and leaves the rest', () => {
    given([added({ ...dishSlot, recipe })])
      .when(change({ name: 'Relish', recipe_title: 'Aunt’s' }))
      .then([changed({ ...dishSlot, name: 'Relish', recipe: { ...recipe, title: 'Aunt’s' } })])
    given([added()])
      .when(change({ name: 'Relish', description: undefined }))
      .then([changed({ ...dishSlot, name: 'Relish' })])
  })

  it('lets the number of places fall below the number of sign-ups', () => {
    given([added(), signedUp('a'), signedUp('b')])
      .when(change({ max_signups: 1 }))
      .then([changed({ ...dishSlot, maxSignups: 1 })])
  })

  it('appends nothing where nothing changes', () => {
    given([added({ ...dishSlot, recipe })])
      .when(change({ name: dishSlot.name, recipe_instructions: 'Boil.' }))
      .thenNothingHappened()
    given([added()]).when(change({})).thenNothingHappened()
  })

  it('turns a dish into serving and back while there are no sign-ups', () => {
    given([added(), signedUp('a'), removed('a')])
      .when(change({ category: 'serving', name: 'Carving', description: '', time_slot: '18:30' }))
      .then([changed(servingSlot)])
    given([added(servingSlot)])
      .when(change({ category: 'dishes', time_slot: null }))
      .then([changed({ ...dishSlot, name: 'Carving', description: '' })])
  })

  it('refuses that once there are sign-ups', () => {
    given([added(), signedUp('a')])
      .when(change({ category: 'serving', time_slot: '18:30' }))
      .thenThrows(DomainError, (it) => it.code === 'SLOT_HAS_SIGNUPS')
  })

  it.each<[string, SlotChange, string]>([
    ['a time for a dish', { time_slot: '18:00' }, 'time_slot'],
    ['serving without a time', { category: 'serving' }, 'time_slot'],
    ['a recipe for serving', { category: 'serving', time_slot: '18:00', recipe_title: 'Pie' }, 'recipe_title'],
  ])('refuses %s', (_, fields, field) => {
    given([added()])
      .when(change(fields))
      .thenThrows(DomainError, (it) => it.code === 'INVALID_FIELDS' && Object.keys(it.fields ?? {}).join() === field)
  })

  it('refuses an editor who has not seen the latest definition; sign-ups do not stop an editor', () => {
    given([added(), signedUp('a')])
      .when(change({ name: 'Relish' }, 1))
      .then([changed({ ...dishSlot, name: 'Relish' })])
    given([added(), changed({ ...dishSlot, name: 'Jelly' })])
      .when(change({ name: 'Relish' }, 1))
      .thenThrows(DomainError, (it) => it.code === 'STALE')
  })

  it('refuses a slot that never was or is no more', () => {
    for (const events of [[], [added(), deleted()]])
      given(events)
        .when(change({ name: 'Relish' }))
        .thenThrows(DomainError, (it) => it.code === 'SLOT_NOT_FOUND')
  })
})

describe('Deleting a slot', () => {
  const given = DeciderSpecification.for(deleteSlotDecider)
  const command = (expectedRevision?: number): DeleteSlot => ({
    type: 'DeleteSlot',
    data: { expectedRevision },
    metadata,
  })

  it('takes its sign-ups with it', () => {
    given([added(), signedUp('a'), signedUp('b'), removed('a')])
      .when(command())
      .then([deleted('b')])
  })

  it('refuses a slot that never was or is no more', () => {
    for (const events of [[], [added(), deleted()]])
      given(events)
        .when(command())
        .thenThrows(DomainError, (it) => it.code === 'SLOT_NOT_FOUND')
  })

  it('deletes for an editor who has seen the latest definition, also where sign-ups came since', () => {
    given([added(), changed({ ...dishSlot, name: 'Jelly' }), signedUp('a')])
      .when(command(2))
      .then([deleted('a')])
  })

  it('refuses an editor who has not seen the latest definition', () => {
    given([added(), changed({ ...dishSlot, name: 'Jelly' })])
      .when(command(1))
      .thenThrows(DomainError, (it) => it.code === 'STALE')
  })
})

describe('Restoring a deleted slot', () => {
  const given = DeciderSpecification.for(restoreSlotDecider)
  const command: RestoreSlot = { type: 'RestoreSlot', data: {}, metadata }

  it('describes it as it was when it was deleted', () => {
    given([added(), changed(servingSlot), deleted('a')])
      .when(command)
      .then([slotRestored(3, servingSlot)])
  })

  it('does nothing to one that is there, or never was', () => {
    for (const events of [[], [added()], [added(), deleted(), slotRestored()]])
      given(events).when(command).thenNothingHappened()
  })
})
