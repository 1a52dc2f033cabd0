import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { AddTeam } from './add-team.tsx'

const server = stubServer()
const onClose = vi.fn()
const json = (body: object, status: number) => new Response(JSON.stringify(body), { status })

/** Answers the requests to add the team in turn. */
function render(...answers: readonly Response[]) {
  onClose.mockReset()
  const left = [...answers]
  server.mockImplementation(async () => left.shift() ?? json({ teams: [] }, 200))
  const routes = [{ path: '/', element: <AddTeam onClose={onClose} /> }]
  renderWithQueries(<RouterProvider router={createMemoryRouter(routes)} />)
}
const fill = () => {
  for (const [label, value] of [
    ['Team name', 'Rafters'],
    ['Location', 'Cairo, IL'],
    ['Captain name', 'Joe Harper'],
    ['Captain email', 'joe@example.org'],
    ['Captain phone', '256-555-0143'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('radio', { name: /Recreational/ }))
}
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add the team' }))
const sent = () =>
  server.mock.calls
    .filter(([, request]) => request?.method === 'POST')
    .map(([url, request]) => [new URL(String(url), 'http://x').pathname, JSON.parse(String(request?.body))])
const added = json({ team: { id: 't', team_name: 'Rafters', status: 'confirmed' } }, 201)

it('sends nothing before all fields are right', async () => {
  render()
  add()
  await screen.findByText('Please fix the errors and submit again.')
  expect(sent()).toEqual([])
})

it('adds the team and closes', async () => {
  render(added.clone())
  fill()
  add()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toEqual([
    ['/api/teams', expect.objectContaining({ teamName: 'Rafters', division: 'rec', once: true })],
  ])
})

it('asks before it adds a team that the address has already', async () => {
  render(json({ code: 'SAME_TEAM_AGAIN', message: 'Again.' }, 409), added.clone())
  fill()
  add()
  fireEvent.click(await screen.findByRole('button', { name: 'Add it again' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent().map(([, { once }]) => once)).toEqual([true, undefined])
})
