import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ListedUser } from '@ultimate/events/staff/api.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { RequireSecondFactor } from './users-page.tsx'

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
const server = stubServer()
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

describe('a tick that shuts someone out', () => {
  it('says first how many and who, and is sent once they agree', async () => {
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
