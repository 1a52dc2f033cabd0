import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { DeskPage } from './desk-page.tsx'

const server = stubServer()

it('leads from each email that was refused to where its address is corrected', async () => {
  const name = 'Huck Finns: the mail server refused the address (550), after “team registered”'
  const entries = [{ name, path: '/registration/teams?q=Huck+Finns' }]
  const item = { kind: 'undelivered_mails', title: 'Emails that could not be delivered', count: 1 }
  const since = { at: null, position: 7, lines: [], more: 0, cut: false }
  const desk = { items: [{ ...item, names: [name], path: '/', entries }], since }
  server.mockImplementation(async () => new Response(JSON.stringify(desk), { status: 200 }))
  renderWithQueries(
    <MemoryRouter>
      <DeskPage />
    </MemoryRouter>,
  )
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/registration/teams?q=Huck+Finns')
})

it('does with one press what an entry offers, and reads the desk again', async () => {
  const action = {
    label: 'Confirm Rafters',
    done: 'Rafters is confirmed.',
    request: 'POST /api/teams/team-36/fill-spot',
    mailsCaptain: true,
  }
  const entry = { name: 'Rafters, in place of Huck Finns', path: '/registration/team?id=team-36', action }
  const item = {
    kind: 'free_spots',
    title: 'A free spot: next on the waitlist',
    count: 1,
    names: ['Rafters'],
    path: '/',
  }
  const since = { at: null, position: 7, lines: [], more: 0, cut: false }
  let items = [{ ...item, entries: [entry] }]
  const posted: string[] = []
  server.mockImplementation(async (url, request) => {
    if (request?.method !== 'POST') return new Response(JSON.stringify({ items, since }), { status: 200 })
    posted.push(String(url))
    items = []
    return new Response('{}', { status: 200 })
  })
  renderWithQueries(
    <MemoryRouter>
      <DeskPage />
    </MemoryRouter>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm Rafters' }))
  await waitFor(() => expect(screen.queryByText('Rafters, in place of Huck Finns')).toBeNull())
  expect(posted).toEqual([expect.stringMatching(/\/api\/teams\/team-36\/fill-spot$/)])
})
