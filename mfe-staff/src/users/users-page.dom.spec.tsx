import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ListedUser } from '@ultimate/events/staff/api.ts'
import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RemoveUserDialog, RequireSecondFactor } from './users-page.tsx'

const server = stubServer()

describe('a user who shall go', () => {
  const becky = {
    id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    username: 'becky',
    full_name: 'Becky Thatcher',
    email: 'becky@example.org',
    role: 'admin' as const,
    is_verified: true,
  }
  const closed = vi.fn()
  const forgotten = vi.fn()

  beforeEach(() => {
    closed.mockReset()
    forgotten.mockReset()
    renderWithQueries(<RemoveUserDialog user={becky} onClose={closed} onForget={forgotten} />)
  })

  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Remove User' }))
  const keys = () => server.mock.calls.map(([, request]) => new Headers(request?.headers).get('idempotency-key'))

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

describe('a tick that shuts someone out', () => {
  const person = (full_name: string, role: ListedUser['role'], second_factor: boolean): ListedUser => ({
    id: full_name,
    username: full_name,
    full_name,
    email: `${full_name}@example.org`,
    role,
    is_verified: true,
    mail: null,
    second_factor,
  })
  const sent = () => server.mock.calls.flatMap(([, request]) => (request?.method === 'PUT' ? [request.body] : []))

  let users: ListedUser[]
  beforeEach(() => {
    users = [person('Tom', 'TD', true), person('Ada', 'admin', true), person('Hank', 'helper', false)]
    server.mockImplementation(async (url, request) => {
      if (String(url).includes('/users')) return Response.json({ users })
      return Response.json(request?.method === 'PUT' ? JSON.parse(String(request.body)) : { roles: [] })
    })
    useSessionStore.setState({ user: person('Tom', 'TD', true), isAuthenticated: true })
  })

  async function tick(role: string) {
    renderWithQueries(<RequireSecondFactor />)
    fireEvent.click(await screen.findByRole('checkbox', { name: role }))
  }

  it('first shows how many and who, and is sent once they agree', async () => {
    users.push(person('Holly', 'helper', false), person('Herb', 'helper', true))
    await tick('Helpers')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain(
      '2 people have none yet: Hank, Holly. From now on, and at their next sign-in,',
    )
    expect(sent()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Require It' }))
    await waitFor(() => expect(sent()).toEqual(['{"roles":["helper"]}']))
  })

  it('is not sent where they think better of it', async () => {
    await tick('Helpers')
    await screen.findByRole('alertdialog')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent()).toEqual([])
    expect((screen.getByRole('checkbox', { name: 'Helpers' }) as HTMLInputElement).checked).toBe(false)
  })

  it('asks nothing where everyone of the role has one', async () => {
    await tick('Admins')
    await waitFor(() => expect(sent()).toEqual(['{"roles":["admin"]}']))
  })
})
