import { fireEvent, screen } from '@testing-library/react'
import type { Message } from '@ultimate/events/staff/message-api.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { MessagesPage } from './messages-page.tsx'

const server = stubServer()
const groups = [
  { name: 'captains:confirmed', label: 'Captains of confirmed teams', people: 35 },
  { name: 'volunteers:1', label: '18:30 Carving', people: 4 },
]
const message: Message = {
  id: '0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c52',
  to: ['captains:confirmed', 'volunteers:2'],
  subject: 'Bring a pen',
  text: 'Score sheets are on <b>paper</b>.',
  at: '2025-11-18T15:00:00.000Z',
  send_at: '2025-11-18T15:01:00.000Z',
  status: 'sent',
  recipients: 35,
  sent: 34,
  failed: 1,
  failures: [{ name: 'Huck Finns', reason: 'the mail server refused the address or the email' }],
}

function show(answers: Readonly<Record<string, () => Response>>): void {
  server.mockImplementation(async (address) => {
    const path = new URL(String(address instanceof Request ? address.url : address), 'http://localhost').pathname
    return answers[path]?.() ?? new Response('{}', { status: 404 })
  })
  renderWithQueries(
    <MemoryRouter>
      <MessagesPage />
    </MemoryRouter>,
  )
}
const json = (body: object) => () => new Response(JSON.stringify(body), { status: 200 })

it('lists what was written, to whom, and whom it did not reach, with its text as it is', async () => {
  show({ '/api/messages': json({ messages: [message] }), '/api/messages/audience': json({ groups }) })
  expect(await screen.findByText('34 of 35 sent, 1 failed.')).toBeTruthy()
  expect(screen.getByText('Score sheets are on <b>paper</b>.')).toBeTruthy()
  expect(screen.getByText('Huck Finns').closest('li')?.textContent).toBe(
    'Huck Finns: the mail server refused the address or the email.',
  )
  expect(await screen.findByText(/to Captains of confirmed teams, Volunteers of a slot\.$/)).toBeTruthy()
  expect(screen.getByRole('option', { name: '18:30 Carving (4)' })).toBeTruthy()
})

it('says what is missing before it asks the server', async () => {
  show({ '/api/messages': json({ messages: [] }), '/api/messages/audience': json({ groups }) })
  expect(await screen.findByText('Nothing is written yet')).toBeTruthy()
  await screen.findByRole('checkbox', { name: 'Captains of confirmed teams (35)' })
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('Please choose who gets it')).toBeTruthy()
  expect(screen.getByText('Please enter a subject')).toBeTruthy()
})

it('offers another try where lists could not be loaded', async () => {
  const down = () =>
    new Response(JSON.stringify({ code: 'INTERNAL', message: 'Down.', error: 'Down.' }), { status: 500 })
  show({ '/api/messages': down, '/api/messages/audience': down })
  expect((await screen.findAllByRole('button', { name: /again/i }, { timeout: 5_000 })).length).toBeGreaterThan(0)
})

const reminder: Reminder = {
  kind: 'volunteers-day',
  at: '2025-11-22T15:00:00.000Z',
  usual_at: '2025-11-22T15:00:00.000Z',
  recipients: 12,
  state: 'paused',
  extra: 'Bring a spoon.',
  note: 'The site was restored from a backup.',
  sent: 0,
  failed: 0,
  failures: [],
}

it('shows reminders to those who may not change them, with the email', async () => {
  show({
    '/api/messages': json({ messages: [] }),
    '/api/messages/audience': json({ groups }),
    '/api/reminders': json({ reminders: [reminder] }),
    '/api/reminders/volunteers-day/sample': json({ sample: { subject: 'Today: Saturday dinner', text: 'Pie' } }),
  })
  expect(await screen.findByText('The site was restored from a backup.')).toBeTruthy()
  expect(screen.getByText('Bring a spoon.')).toBeTruthy()
  expect(screen.getByText('Paused')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Resume|Send Now|Edit/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show Email: Volunteers, on the day' }))
  expect(await screen.findByText('Today: Saturday dinner')).toBeTruthy()
})
