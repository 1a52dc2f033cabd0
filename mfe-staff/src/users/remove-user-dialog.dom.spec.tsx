import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RemoveUserDialog } from './users-page.tsx'

const becky = {
  id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  username: 'becky',
  full_name: 'Becky Thatcher',
  email: 'becky@example.org',
  role: 'admin' as const,
  is_verified: true,
}
const server = stubServer()
const closed = vi.fn()
const forgotten = vi.fn()

beforeEach(() => {
  closed.mockReset()
  forgotten.mockReset()
  renderWithQueries(<RemoveUserDialog user={becky} onClose={closed} onForget={forgotten} />)
})

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Remove User' }))
const keys = () => server.mock.calls.map(([, request]) => new Headers(request?.headers).get('idempotency-key'))

describe('a user who shall go', () => {
  it('is named in the question, and goes under the same key when the first answer was lost', async () => {
    expect(screen.getByRole('alertdialog').textContent).toContain('Becky Thatcher (admin)')
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    server.mockResolvedValueOnce(new Response(null, { status: 204 }))
    press()
    await screen.findByText('Failed to remove user')
    press()
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    expect(keys()[0]).toBeTruthy()
    expect(keys()[1]).toBe(keys()[0])
    useToastStore.getState().waiting.at(-1)?.action?.run()
    expect(forgotten).toHaveBeenCalledWith({ id: becky.id, full_name: becky.full_name })
  })

  it('stays where the server refuses, with its sentence; asked again it is another attempt', async () => {
    const body = JSON.stringify({ code: 'LAST_TD', message: 'The last TD cannot be removed.' })
    server.mockImplementation(async () => new Response(body, { status: 409 }))
    press()
    await screen.findByText('The last TD cannot be removed.')
    press()
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    expect(keys()[1]).not.toBe(keys()[0])
    expect(closed).not.toHaveBeenCalled()
  })
})
