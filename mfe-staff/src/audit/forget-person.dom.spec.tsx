import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { describe, expect, it } from 'vitest'
import { ForgetPerson, referenceIn } from './forget-person.tsx'

const server = stubServer()

const answer =
  (body: object, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status })
const said = { unreadable: ['The captain’s name.'], remains: ['The team’s name.'] }
const open = async (subject: string, name: string) => {
  renderWithQueries(<ForgetPerson subject={subject} name={name} />)
  fireEvent.click(screen.getByRole('button', { name: 'Forget…' }))
  return screen.findByRole('alertdialog')
}
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Forget for Good' }))
const requests = () => server.mock.calls.map(([url, request]) => [String(url), request?.body])

describe('forgetting a person from their history', () => {
  it('shows what goes and what stays before it asks, and does it once', async () => {
    server.mockImplementation(answer(said))
    const dialog = await open('team-7', 'Huck Finns')
    await screen.findByText('The captain’s name.')
    expect(dialog.textContent).toContain('the captain and the alternate of Huck Finns')
    expect(dialog.textContent).toMatch(/Can no longer be read.*Remains.*The team’s name\./)
    confirm()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requests()).toEqual([
      [expect.stringContaining('/api/people/forget?preview=true'), '{"team":"7"}'],
      [expect.stringMatching(/\/api\/people\/forget$/), '{"team":"7"}'],
    ])
  })

  it('says why it may not be, and does nothing without a preview', async () => {
    server.mockImplementation(answer({ code: 'LAST_TD', message: 'The last TD cannot be removed.' }, 409))
    await open('user-7', 'Becky')
    await screen.findByText('The last TD cannot be removed.')
    confirm()
    expect(requests()).toEqual([[expect.stringContaining('?preview=true'), expect.anything()]])
  })

  it('is offered where there is a person', () => {
    expect(referenceIn('signup-1-2')).toEqual({ signup: '1-2' })
    for (const subject of ['slot-1', 'photo-2', 'audit', 'attempt-3']) expect(referenceIn(subject)).toBeNull()
  })
})
