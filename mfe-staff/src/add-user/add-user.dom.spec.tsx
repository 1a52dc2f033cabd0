import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AddUser } from './add-user.tsx'

const user = {
  id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  username: 'becky',
  full_name: 'becky',
  email: 'becky@example.org',
  role: 'helper',
  is_verified: false,
}
const file = '/srv/data/outbox/user-added-6f9619ff.eml'
const toasts = () => useToastStore.getState().waiting.map(({ text }) => text)

/** Fills the form in and sends it, on a site that answers where the mail went. */
function createLogin(mailFile: string | null): void {
  const body = JSON.stringify({ user, mail_file: mailFile })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 201 }))
  render(<AddUser />)
  fireEvent.click(screen.getByRole('button', { name: 'Create Login' }))
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: user.username } })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: user.email } })
  fireEvent.submit(screen.getByRole('form', { name: 'Create Login' }))
}

beforeEach(() => useToastStore.setState({ waiting: [] }))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('a login that is made', () => {
  it('is said to be mailed where there is a mail server', async () => {
    createLogin(null)
    await waitFor(() => expect(toasts()).toEqual(['Email sent successfully!']))
    expect(screen.queryByText('No email was sent')).toBeNull()
  })

  it('without a mail server says where the mail lies, and never that it was sent', async () => {
    createLogin(file)
    await screen.findByRole('dialog', { name: 'No email was sent' })
    screen.getByText(file)
    screen.getByRole('button', { name: /Copy the path/ })
    fireEvent.click(screen.getByText('Close', { selector: 'button *' }))
    await waitFor(() => expect(screen.queryByText(file)).toBeNull())
    expect(toasts()).toEqual(['The login is made.'])
  })
})
