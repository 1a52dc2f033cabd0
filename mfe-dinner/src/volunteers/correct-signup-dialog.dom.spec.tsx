import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { CorrectSignupDialog } from './correct-signup-dialog.tsx'

const server = stubServer()
const onClose = vi.fn()
const open = (email = 'b@example.org') =>
  renderWithQueries(<CorrectSignupDialog signup={{ id: 'signup-1', person_name: 'Becky', email }} onClose={onClose} />)
beforeEach(() => onClose.mockReset())

async function correct(changes: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(changes))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Correct' }))
}
const sent = () => server.mock.calls.map(([, request]) => [request?.method, request?.body])

it('says who is emailed, and sends what is new, with the reason', async () => {
  open()
  server.mockImplementation(async () => new Response('{"signup":{}}', { status: 200 }))
  const dialog = await screen.findByRole('dialog', { name: 'Correct the sign-up of Becky' })
  expect(dialog.textContent).toContain('One person gets an email.')
  await correct({ Name: 'Becky Thatcher', Reason: 'A typo' })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toEqual([['PUT', '{"personName":"Becky Thatcher","reason":"A typo"}']])
})

it('asks a walk-in for no address, and says that no one is emailed', async () => {
  open('')
  const dialog = await screen.findByRole('dialog', { name: 'Correct the sign-up of Becky' })
  expect(dialog.textContent).toContain('No one gets an email.')
  expect(screen.queryByLabelText('Email')).toBeNull()
})

it('sends nothing that is no address, gives no reason, or changes nothing', async () => {
  open()
  await correct({ Email: 'becky' })
  await screen.findByText('Please enter a valid email address')
  await screen.findByText('Please say why.')
  await correct({ Email: 'b@example.org', Reason: 'A typo' })
  await screen.findByText('Please give a name or an address.')
  expect(server).not.toHaveBeenCalled()
})

it('stays open with what the server reports where the address serves there already', async () => {
  open()
  const body = '{"code":"ALREADY_SIGNED_UP","message":"This address is already signed up for this shift."}'
  server.mockImplementation(async () => new Response(body, { status: 409 }))
  await correct({ Email: 'becky@example.org', Reason: 'A typo' })
  await screen.findByText('This address is already signed up for this shift.')
  expect(onClose).not.toHaveBeenCalled()
})
