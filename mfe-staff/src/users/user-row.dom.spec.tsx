import { cleanup, render, screen } from '@testing-library/react'
import type { ListedUser } from '@ultimate/events/staff/api.ts'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { UserRow } from './user-row.tsx'

afterEach(cleanup)

function row(mail: ListedUser['mail']): string {
  const person = { id: '1', username: 'becky', full_name: 'Becky', email: 'becky@example.org' }
  const user = { ...person, role: 'helper' as const, is_verified: false, second_factor: false, mail }
  render(
    <MemoryRouter>
      <table>
        <tbody>
          <UserRow user={user} isOwn={false} isRemovable onRemove={() => undefined} />
        </tbody>
      </table>
    </MemoryRouter>,
  )
  return screen.getByRole('row').textContent ?? ''
}

describe('a user who has not signed in yet', () => {
  it.each([
    ['waiting', 'The email is waiting for the mail server'],
    ['failed', 'The email could not be delivered'],
  ] as const)('whose mail is %s: the TD reads so beside the address', (mail, sentence) =>
    expect(row(mail)).toContain(`becky@example.org${sentence}`),
  )

  it.each(['under-way', null] as const)('whose mail is %s: there is nothing to say of it', (mail) =>
    expect(row(mail)).not.toContain('The mail'),
  )
})
