import { render, screen } from '@testing-library/react'
import type { Role } from '@ultimate/events/language/roles.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { HistoryLink } from './history-link.tsx'

function show(role: Role | null): void {
  const user = role && {
    id: '1',
    username: 'tom',
    full_name: 'Tom',
    email: 't@example.org',
    is_verified: true,
    role,
  }
  useSessionStore.setState({ user })
  render(
    <MemoryRouter>
      <HistoryLink subject="team-1 2" name="Huck Finns" />
    </MemoryRouter>,
  )
}

describe('the link to the history', () => {
  it('leads the TD to the history of the subject', () => {
    show('TD')
    expect(screen.getByRole('link', { name: 'History of Huck Finns' })).toHaveProperty(
      'href',
      expect.stringMatching(/\/audit\?subject=team-1%202$/),
    )
  })

  it.each(['admin', 'helper', null] as const)('is not there for users who may not read the audit: %s', (role) => {
    show(role)
    expect(screen.queryByRole('link')).toBeNull()
  })
})
