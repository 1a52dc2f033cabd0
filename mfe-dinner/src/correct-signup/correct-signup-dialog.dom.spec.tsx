import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { CorrectSignupDialog } from './correct-signup-dialog.tsx'

const server = stubServer()
const onClose = vi.fn()
beforeEach(() => {
  onClose.mockReset()
  renderWithQueries(
    <CorrectSignupDialog signup={{ id: 'signup-1', person_name: 'Becky Thatcher' }} onClose={onClose} />,
  )
})

async function correct(address: string) {
  fireEvent.change(await screen.findByLabelText('New email'), { target: { value: address } })
  fireEvent.click(screen.getByRole('button', { name: 'Correct address' }))
}

it('says who is emailed, and sends the new address', async () => {
  server.mockImplementation(async () => new Response('{"signup":{}}', { status: 200 }))
  const dialog = await screen.findByRole('dialog', { name: 'Correct the address of Becky Thatcher' })
  expect(dialog.textContent).toContain('One person gets an email.')
  await correct('becky@example.org')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [[url, request] = []] = server.mock.calls
  expect([request?.method, String(url), request?.body]).toEqual([
    'PUT',
    expect.stringMatching(/\/api\/dinner-signups\/signup-1\/email$/),
    '{"email":"becky@example.org"}',
  ])
})

it('sends nothing that is no address', async () => {
  await correct('becky')
  await screen.findByText('Please enter a valid email address')
  expect(server).not.toHaveBeenCalled()
})

it('stays open with the reason where the address serves there already', async () => {
  const body = '{"code":"ALREADY_SIGNED_UP","message":"This sign-up has been made already."}'
  server.mockImplementation(async () => new Response(body, { status: 409 }))
  await correct('becky@example.org')
  await screen.findByText('This sign-up has been made already.')
  expect(onClose).not.toHaveBeenCalled()
})
