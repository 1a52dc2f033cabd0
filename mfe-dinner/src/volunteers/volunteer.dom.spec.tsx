import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { beforeEach, expect, it } from 'vitest'
import { useVolunteers, VolunteerName } from './volunteer-name.tsx'

const becky = exampleSignup({ id: 'becky' })
const contact = {
  ...becky,
  email: 'becky@example.org',
  captain_id: 'finns',
  signed_up_at: '2025-11-01T17:00:00.000Z',
  checked_in_by: null,
  notes: [],
}
const server = stubServer()
const history = { events: [{ position: 7, at: contact.signed_up_at, by: 'A visitor', text: 'signed up', was: null }] }
const isHistory = (url: unknown) => String(url).endsWith('/history')
const answers = (body: object, status = 200) =>
  server.mockImplementation(async (url) =>
    Response.json(isHistory(url) ? history : body, { status: isHistory(url) ? 200 : status }),
  )
/** Counts how often the contact data were read. */
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

it('reads when it is opened, and again at what changes meanwhile: that is one look', async () => {
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
  expect(reads()).toBe(2)
})

it('adds and removes notes', async () => {
  const note = { id: 'n1', text: 'Brings a stool', by: 'Ada Admin', at: contact.signed_up_at }
  answers({ signup: { ...contact, notes: [note] } })
  renderWithQueries(<List signups={[becky]} />)
  open()
  const field = await screen.findByLabelText<HTMLTextAreaElement>('New note')
  fireEvent.change(field, { target: { value: 'Sings' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(field.value).toBe(''))
  fireEvent.click(screen.getByRole('button', { name: /^Remove.*“Brings a stool”$/ }))
  const writes = () =>
    server.mock.calls.flatMap(([url, request]) =>
      request?.method === 'POST' || request?.method === 'DELETE'
        ? [[request.method, new URL(String(url), location.origin).pathname]]
        : [],
    )
  await waitFor(() =>
    expect(writes()).toEqual([
      ['POST', '/api/dinner-signups/becky/notes'],
      ['DELETE', '/api/dinner-signups/becky/notes/n1'],
    ]),
  )
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

it.each([
  ['Becky Thatcher', 'may be corrected', 1],
  ['Forgotten', 'may not', 0],
])('the walk-in of %s %s', async (person_name, _, buttons) => {
  answers({ signup: { ...contact, person_name, walk_in: true, email: '', captain_id: null } })
  renderWithQueries(<List signups={[{ ...becky, walk_in: true }]} />)
  open()
  await screen.findByText('None: they came without signing up.')
  expect(screen.queryAllByRole('button', { name: 'Correct…' })).toHaveLength(buttons)
})

it('is only a name to helpers', () => {
  as('helper')
  renderWithQueries(<List signups={[becky]} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('Becky Thatcher').tagName).toBe('BDI')
})
