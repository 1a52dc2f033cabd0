import { screen } from '@testing-library/react'
import { pie } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { expect, it } from 'vitest'
import { toDraft } from './slot-draft.ts'
import { SlotForm, toChange } from './slot-form.tsx'

stubServer()

it('sends of a changed slot only what was changed', () => {
  expect(toChange(pie, toDraft(pie))).toEqual({})
  expect(toChange(pie, { ...toDraft(pie), name: ' Pecan pie ', recipe_title: '' })).toEqual({
    name: 'Pecan pie',
    recipe_title: null,
  })
})

it.each([0, 1])('fixes the category, and mails a new name, once people have signed up (%i)', (current_signups) => {
  const slot = { ...pie, current_signups }
  renderWithQueries(
    <SlotForm slot={slot} draft={{ ...toDraft(slot), name: 'Pecan pie' }} isRow={false} onClose={() => undefined} />,
  )
  const isEmpty = current_signups === 0
  expect(screen.queryByText('People have signed up: the category stays.') === null).toBe(isEmpty)
  expect(screen.queryByText('One person gets an email.') === null).toBe(isEmpty)
})
