import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, expect, it } from 'vitest'
import { ForgetRequests } from './forget-requests.tsx'

const request = {
  id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  email: 'becky@example.org',
  at: '2025-11-22T18:00:00.000Z',
  until: '2025-12-22T18:00:00.000Z',
}

const server = stubServer()
let requests = [request]
beforeEach(() => {
  requests = [request]
  server.mockImplementation(async (url, init) => {
    if (String(url).endsWith('/decline')) requests = []
    const answer = init?.method === 'POST' ? { unreadable: [], remains: [] } : { requests }
    return new Response(JSON.stringify(answer))
  })
  renderWithQueries(<ForgetRequests />)
})
const posted = () => server.mock.calls.filter(([, init]) => init?.method === 'POST')

it('lists who waits, and declines with a word that they get', async () => {
  await screen.findByText('becky@example.org')
  expect(screen.getByText('Asked on Nov 22, to be answered by Dec 22')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Decline becky@example.org…' }))
  await screen.findByRole('alertdialog')
  fireEvent.change(screen.getByLabelText('Why not'), { target: { value: ' You cook on Saturday. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.queryByText('becky@example.org')).toBeNull())
  expect(posted().map(([url, init]) => [String(url), init?.body])).toEqual([
    [
      expect.stringMatching(new RegExp(`/api/people/forget-requests/${request.id}/decline$`)),
      '{"reason":"You cook on Saturday."}',
    ],
  ])
})

it('declines once where the answer is lost and the TD tries again, and says at the reason what is wrong with it', async () => {
  await screen.findByText('becky@example.org')
  const answers = [
    () =>
      Response.json(
        { code: 'INVALID_FIELDS', message: 'Please fix it.', fields: { reason: 'Say why.' } },
        { status: 422 },
      ),
    () => {
      throw new TypeError('Failed to fetch')
    },
    () => new Response(null, { status: 204 }),
  ]
  server.mockImplementation(async (_, init) =>
    init?.method === 'POST' ? (answers.shift()?.() ?? Response.error()) : Response.json({ requests }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Decline becky@example.org…' }))
  const decline = () => fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
  await screen.findByRole('alertdialog')
  decline()
  await screen.findByText('Say why.')
  expect(screen.queryByText('Please fix it.')).toBeNull()
  fireEvent.change(screen.getByLabelText('Why not'), { target: { value: 'You cook.' } })
  decline()
  await screen.findByText('Failed to decline the request')
  decline()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const [refused, lost, accepted] = posted().map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(lost).not.toBe(refused)
  expect(accepted).toBe(lost)
})

it('grants by the question that says what goes and what stays', async () => {
  await screen.findByText('becky@example.org')
  fireEvent.click(screen.getByRole('button', { name: 'Forget becky@example.org…' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('becky@example.org')
  await waitFor(() => expect(posted()[0]?.[1]?.body).toBe('{"email":"becky@example.org"}'))
  expect(String(posted()[0]?.[0])).toContain('preview=true')
})
