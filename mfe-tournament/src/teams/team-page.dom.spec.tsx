import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { TeamPage as Team } from '@ultimate/events/tournament/team-api.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { TeamPage } from './team-page.tsx'

const id = '6f9619ff-8b86-4011-b42d-00c04fc96401'
const team: Team = {
  id,
  team_name: 'Huck Finns',
  past_team_names: '',
  division: 'rec',
  location: 'Florence, AL',
  captain_name: 'Becky Thatcher',
  captain_email: 'becky@example.org',
  captain_phone: '(256) 555-0142',
  alt_captain_name: '',
  alt_captain_email: '',
  alt_captain_phone: '',
  comments: 'With a raft',
  created_at: '2025-09-01T12:00:00.000Z',
  number: 3,
  status: 'confirmed',
  paid: false,
  email_confirmed: true,
  by_hand: false,
  removed: null,
  notes: [{ id: 'n1', text: 'Arrives late', by: 'Ada Admin', at: '2025-10-01T12:00:00.000Z' }],
}
const history = { events: [{ position: 7, at: team.created_at, by: 'A visitor', text: 'registered', was: null }] }

const server = stubServer()
/** The calls that change something, with their bodies. */
const writes = () =>
  server.mock.calls.flatMap(([url, request]) =>
    request?.method === undefined || request.method === 'GET'
      ? []
      : [
          [
            request.method,
            new URL(String(url), location.origin).pathname,
            request.body && JSON.parse(String(request.body)),
          ],
        ],
  )

function open(changes: Partial<Team> = {}, answer: (path: string) => Response | undefined = () => undefined) {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  server.mockImplementation(async (url, request) => {
    const path = new URL(String(url), location.origin).pathname
    if (path.endsWith('/live')) return new Promise(() => undefined)
    const known = answer(path)
    if (known) return known
    if (path.endsWith('/history')) return Response.json(history)
    if (path.endsWith('/notes')) return Response.json({ note: team.notes[0] }, { status: 201 })
    if (request?.method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json({ team: { ...team, ...changes } })
  })
  const router = createMemoryRouter([{ path: '/registration/team', element: <TeamPage /> }], {
    initialEntries: [`/registration/team?id=${id}`],
  })
  renderWithQueries(<RouterProvider router={router} />)
}

it('shows how the captain is reached, the notes of staff, and what was done', async () => {
  open()
  await screen.findByRole('heading', { name: 'Huck Finns' })
  expect(screen.getByRole('link', { name: '(256) 555-0142' }).getAttribute('href')).toBe('tel:2565550142')
  expect(screen.getByRole('link', { name: 'becky@example.org' }).getAttribute('href')).toBe('mailto:becky@example.org')
  for (const text of ['With a raft', 'Arrives late', 'Recreational · Confirmed (#3 of 35), not paid'])
    screen.getByText(text)
  await screen.findByText('registered')
})

it('sends of a correction what is new, with the reason, and says that the captain hears it', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Correct…' }))
  fireEvent.change(screen.getByLabelText('Location'), { target: { value: 'Cairo, IL' } })
  fireEvent.click(screen.getByRole('radio', { name: /^Competitive/ }))
  screen.getByText('A team that changes its division loses its places in the pools of the old one.')
  screen.getByText('One person gets an email.')
  fireEvent.click(screen.getByRole('button', { name: 'Correct the bid' }))
  await screen.findByText('Please say why.')
  expect(writes()).toEqual([])
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'A typo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Correct the bid' }))
  await screen.findByRole('button', { name: 'Correct…' })
  expect(writes()).toEqual([
    ['PUT', `/api/teams/${id}/bid`, { location: 'Cairo, IL', division: 'comp', reason: 'A typo' }],
  ])
})

it('adds and removes notes, and keeps what is written where that fails', async () => {
  let isAway = true
  open({}, (path) =>
    isAway && path.endsWith('/notes')
      ? Response.json({ code: 'UNAVAILABLE', message: 'The oven is on fire.' }, { status: 409 })
      : undefined,
  )
  const field = await screen.findByLabelText<HTMLTextAreaElement>('New note')
  fireEvent.change(field, { target: { value: 'Paid in cash' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await screen.findByText('The oven is on fire.')
  expect(field.value).toBe('Paid in cash')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(field.value).toBe(''))
  fireEvent.click(screen.getByRole('button', { name: /^Remove.*“Arrives late”$/ }))
  await waitFor(() => expect(writes().at(-1)).toEqual(['DELETE', `/api/teams/${id}/notes/n1`, undefined]))
})

it('says that there is no such team', async () => {
  open({}, () => Response.json({ code: 'TEAM_NOT_FOUND', message: 'There is no such team.' }, { status: 404 }))
  await screen.findByText('There is no such team.')
  expect(screen.getByRole('link', { name: 'All teams' }).getAttribute('href')).toBe('/registration/teams')
})

it('offers no correction of a bid that was taken out, and says why it was', async () => {
  open({ number: null, removed: { at: team.created_at, by: 'Ada Admin', reason: 'Cannot come', withdrawn: false } })
  await screen.findByText('Removed by Ada Admin.')
  screen.getByText('Cannot come')
  expect(screen.queryByRole('button', { name: 'Correct…' })).toBeNull()
})
