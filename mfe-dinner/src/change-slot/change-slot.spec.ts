import { expect, it } from 'vitest'
import { draftOf } from '../slots/slot-draft.ts'
import { pie } from '../slots/slots.fixture.ts'
import { changeOf } from './change-slot.ts'

it('sends of a changed slot only what was changed', () => {
  expect(changeOf(pie, draftOf(pie))).toEqual({})
  expect(changeOf(pie, { ...draftOf(pie), name: ' Pecan pie ', recipe_title: '' })).toEqual({
    name: 'Pecan pie',
    recipe_title: null,
  })
})
