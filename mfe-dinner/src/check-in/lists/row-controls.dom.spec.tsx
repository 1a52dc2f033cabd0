import { fireEvent, screen, waitFor } from '@testing-library/react'
import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { CancelWalkIn } from './row-controls.tsx'

const server = stubServer()
const hank = {
  id: 'hank',
  username: 'h',
  full_name: 'Hank',
  email: 'h@example.org',
  role: 'helper' as const,
  is_verified: true,
}
beforeEach(() => useSessionStore.setState({ user: hank }))
const walkIn = exampleSignup({ id: 'w', person_name: 'Polly', slot_name: 'Ambrosia', walk_in: true, checked_in: true })

describe('A walk-in in its list', () => {
  it('is removed after a question by who took it in', async () => {
    server.mockImplementation(async () => new Response(null, { status: 204 }))
    renderWithQueries(<CancelWalkIn signup={{ ...walkIn, taken_in_by: 'hank' }} />)
    fireEvent.click(screen.getByRole('button', { name: 'Remove the walk-in of Polly' }))
    await screen.findByRole('alertdialog', { name: 'Remove Polly from Ambrosia?' })
    fireEvent.click(screen.getByRole('button', { name: 'Remove sign-up' }))
    await waitFor(() => expect(server).toHaveBeenCalled())
    const [[url, request] = []] = server.mock.calls
    expect([request?.method, String(url)]).toEqual(['DELETE', expect.stringMatching(/\/api\/dinner-signup\/w$/)])
  })

  it.each([
    ['was taken in by someone else', { ...walkIn, taken_in_by: 'becky' }],
    ['is a sign-up', exampleSignup({})],
  ])('is not offered where it %s', (_, signup) => {
    renderWithQueries(<CancelWalkIn signup={signup} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
