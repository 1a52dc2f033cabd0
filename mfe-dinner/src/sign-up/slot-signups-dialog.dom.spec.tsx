import { fireEvent, screen, waitFor } from '@testing-library/react'
import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { People, RevokeLinkDialog } from './slot-signups-dialog.tsx'

const server = stubServer()
const onClose = vi.fn()
beforeEach(() => void onClose.mockReset())
const open = () =>
  renderWithQueries(<RevokeLinkDialog signup={{ id: 'signup-1', person_name: 'Becky Thatcher' }} onClose={onClose} />)

it.each([
  { checked_in: false, walk_in: false, offers: 1 },
  { checked_in: true, walk_in: false, offers: 0 },
  { checked_in: true, walk_in: true, offers: 1 },
])('offers to remove what may be removed (checked in: $checked_in, walk-in: $walk_in)', ({ offers, ...changes }) => {
  renderWithQueries(<People signups={[exampleSignup(changes)]} onCancel={vi.fn()} onNewLink={vi.fn()} />)
  expect(screen.queryAllByRole('button', { name: 'Remove the sign-up of Becky Thatcher' })).toHaveLength(offers)
  expect(screen.queryAllByText('Checked in')).toHaveLength(Number(changes.checked_in))
})

const end = () => fireEvent.click(screen.getByRole('button', { name: 'Replace the link' }))

it('says what happens, and ends the link once that is confirmed', async () => {
  server.mockImplementation(async () => new Response(null, { status: 204 }))
  open()
  const question = await screen.findByRole('alertdialog', { name: 'Replace the private link of Becky Thatcher?' })
  expect(question.textContent).toContain('The sign-ups stay.')
  expect(question.textContent).toContain('We’ll email Becky Thatcher a new link.')
  expect(server).not.toHaveBeenCalled()
  end()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.mock.calls.map(([url, request]) => [request?.method, String(url)])).toEqual([
    ['POST', expect.stringMatching(/\/api\/dinner-signup\/signup-1\/revoke-link$/)],
  ])
})

it('stays open with the reason where there is no link', async () => {
  server.mockImplementation(
    async () => new Response('{"code":"NO_PRIVATE_LINK","message":"There is no private link."}', { status: 409 }),
  )
  open()
  await screen.findByRole('alertdialog')
  end()
  await screen.findByText('There is no private link.')
  expect(onClose).not.toHaveBeenCalled()
})
