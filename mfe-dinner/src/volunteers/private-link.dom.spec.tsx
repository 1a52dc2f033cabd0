import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { expect, it, vi } from 'vitest'
import { PrivateLinkNotice } from './private-link.tsx'

const server = stubServer()

it('a link of an earlier dinner can only be used to be forgotten, under itself', async () => {
  server.mockImplementation(() => Promise.resolve(Response.json({}, { status: 202 })))
  const sentence = 'This link was for an earlier dinner.'
  render(<PrivateLinkNotice link={{ status: 'rejected', sentence, endedToken: 'the-seal' }} onAskAgain={vi.fn()} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Forget me…' }))
  expect(screen.queryByRole('button', { name: 'Send me my link again' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Ask to Be Forgotten' }))
  await screen.findByText('We have your request to be forgotten.')
  const [[path, request] = []] = server.mock.calls
  expect([path, request?.body]).toEqual(['/api/people/forget-requests', JSON.stringify({ link: 'the-seal' })])
})

it('a link that was revoked is none, and another one can be asked for', async () => {
  render(
    <PrivateLinkNotice link={{ status: 'rejected', sentence: 'Revoked.', endedToken: null }} onAskAgain={vi.fn()} />,
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send me my link again' })).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Forget me…' })).toBeNull()
})
