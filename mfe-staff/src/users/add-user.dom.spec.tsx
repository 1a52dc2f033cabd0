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
const password = 'Kq7_gravyBoat-42'
const toasts = () => useToastStore.getState().waiting.map(({ text }) => text)

/** Fills the form in and sends it, on a site that mails the password or answers with it. */
function createLogin(mailed: boolean): void {
  const body = JSON.stringify({ user, ...(mailed ? { mail_file: null } : { mail_file: '/srv/a.eml', password }) })
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
    createLogin(true)
    await waitFor(() => expect(toasts()).toEqual(['Email sent successfully!']))
    expect(screen.queryByText('No email was sent')).toBeNull()
  })

  it('without a mail server shows the password once, and never says that it was sent', async () => {
    createLogin(false)
    const dialog = await screen.findByRole('dialog', { name: 'No email was sent' })
    expect(dialog.textContent).toContain('It is shown only once')
    screen.getByText(password)
    screen.getByRole('button', { name: /Copy the password/ })
    fireEvent.click(screen.getByText('Close', { selector: 'button *' }))
    await waitFor(() => expect(screen.queryByText(password)).toBeNull())
    expect(toasts()).toEqual(['Login created.'])
  })
})
