import { expect, it } from 'vitest'
import { toDraft } from './slot-draft.ts'
import { toChange } from './slot-form.tsx'
import { pie } from './slots.fixture.ts'

it('sends of a changed slot only what was changed', () => {
  expect(toChange(pie, toDraft(pie))).toEqual({})
  expect(toChange(pie, { ...toDraft(pie), name: ' Pecan pie ', recipe_title: '' })).toEqual({
    name: 'Pecan pie',
    recipe_title: null,
  })
})
