import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { beforeEach, expect, it } from 'vitest'
import { signupOf } from '../slots/slots.fixture.ts'
import { useVolunteers, VolunteerName } from './volunteer-name.tsx'

const becky = signupOf({ id: 'becky' })
const contact = {
  ...becky,
  email: 'becky@example.org',
  captain_id: 'finns',
  signed_up_at: '2025-11-01T17:00:00.000Z',
  checked_in_by: null,
}
const server = stubServer()
const history = { events: [{ position: 7, at: contact.signed_up_at, by: 'A visitor', text: 'signed up', was: null }] }
const isHistory = (url: unknown) => String(url).endsWith('/history')
const answers = (body: object, status = 200) =>
  server.mockImplementation(async (url) =>
    Response.json(isHistory(url) ? history : body, { status: isHistory(url) ? 200 : status }),
  )
/** How often the contact data were read. */
const reads = () => server.mock.calls.filter(([url]) => String(url).endsWith('/dinner-signups/becky')).length
const as = (role: 'admin' | 'helper') =>
  useSessionStore.setState({
    user: { id: 'u', username: 'u', full_name: 'U', email: 'u@example.org', role, is_verified: true },
  })
beforeEach(() => as('admin'))

function List({ signups }: { readonly signups: readonly Signup[] }) {
  const { handlers, dialog } = useVolunteers(signups)
  return (
    <>
      <div {...handlers}>
        {signups.map((signup) => (
          <VolunteerName key={signup.id} signup={signup} />
        ))}
      </div>
      {dialog}
    </>
  )
}
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Open the sign-up of Becky Thatcher' }))

it('reads once when it is opened, and not again for the changes that the list knows', async () => {
  answers({ signup: contact })
  const { rerender } = renderWithQueries(<List signups={[becky]} />)
  expect(server).not.toHaveBeenCalled()
  open()
  const link = await screen.findByRole('link', { name: 'becky@example.org' })
  expect(link.getAttribute('href')).toBe('mailto:becky@example.org')
  await screen.findByText('signed up')
  const here = { ...becky, checked_in: true, checked_at: '2025-11-22T23:10:00.000Z' }
  rerender(
    <QueryClientProvider client={queryClient}>
      <List signups={[here]} />
    </QueryClientProvider>,
  )
  await screen.findByText(/^Checked in at .*5:10 PM/)
  expect(screen.queryByRole('button', { name: 'Remove sign-up' })).toBeNull()
  await queryClient.invalidateQueries({ queryKey: ['signups'] })
  expect(reads()).toBe(1)
})

it('reads again when it is opened again', async () => {
  answers({ signup: contact })
  renderWithQueries(<List signups={[becky]} />)
  open()
  await screen.findByRole('link', { name: 'becky@example.org' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  open()
  await waitFor(() => expect(reads()).toBe(2))
})

it('says where the sign-up is gone, and offers to try again', async () => {
  answers({ code: 'SIGNUP_NOT_FOUND', message: 'This sign-up is no longer there.' }, 404)
  renderWithQueries(<List signups={[becky]} />)
  open()
  await screen.findByText('This sign-up is no longer there.')
  answers({ signup: contact })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'becky@example.org' })
})

it('says why there is no address', async () => {
  answers({ signup: { ...contact, walk_in: true, email: '', captain_id: null } })
  renderWithQueries(<List signups={[{ ...becky, walk_in: true }]} />)
  open()
  await screen.findByText('None: they came without signing up.')
})

it('is only a name to helpers', () => {
  as('helper')
  renderWithQueries(<List signups={[becky]} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('Becky Thatcher').tagName).toBe('BDI')
})
