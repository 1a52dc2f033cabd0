import { screen } from '@testing-library/react'
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
