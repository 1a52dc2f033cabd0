import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, expect, it } from 'vitest'
import { RevokeBidLink } from './staff-tools.tsx'

const server = stubServer()
beforeEach(() => {
  renderWithQueries(<RevokeBidLink team={{ id: 'team-1', team_name: 'Huck Finns' }} />)
  fireEvent.click(screen.getByRole('button', { name: /^New link….*Huck Finns$/ }))
})

const end = () => fireEvent.click(screen.getByRole('button', { name: 'Replace the link' }))

it('says what happens, and ends the link once that is confirmed', async () => {
  server.mockImplementation(async () => new Response(null, { status: 204 }))
  const question = await screen.findByRole('alertdialog', { name: 'Replace the private link of Huck Finns?' })
  expect(question.textContent).toContain('The bid stays as it is.')
  expect(question.textContent).toContain('We’ll email the captain a new link.')
  expect(server).not.toHaveBeenCalled()
  end()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.mock.calls.map(([url, request]) => [request?.method, String(url)])).toEqual([
    ['POST', expect.stringMatching(/\/api\/teams\/team-1\/revoke-link$/)],
  ])
})

it('stays open with the reason where there is no link', async () => {
  server.mockImplementation(
    async () => new Response('{"code":"NO_BID_LINK","message":"No private link was mailed."}', { status: 409 }),
  )
  await screen.findByRole('alertdialog')
  end()
  await screen.findByText('No private link was mailed.')
})
