import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { exampleSignup } from '../slots/slots.fixture.ts'
import { People } from './slot-signups-dialog.tsx'

it('offers to remove those whom the rules let go, and shows of the others why not', () => {
  const signups = [
    exampleSignup({ id: 'expected', person_name: 'Becky' }),
    exampleSignup({ id: 'here', person_name: 'Sid', checked_in: true }),
    exampleSignup({ id: 'walk-in', person_name: 'Polly', checked_in: true, walk_in: true }),
  ]
  render(
    <MemoryRouter>
      <People signups={signups} onRemove={() => undefined} onEndLink={() => undefined} />
    </MemoryRouter>,
  )
  const offered = screen.getAllByRole('button', { name: /^Remove the sign-up/ })
  expect(offered.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Remove the sign-up of Becky',
    'Remove the sign-up of Polly',
  ])
  expect(screen.getAllByText('Checked in').map(({ title }) => title)).toEqual([
    'This sign-up is checked in already, so it cannot be removed.',
    '',
  ])
})
