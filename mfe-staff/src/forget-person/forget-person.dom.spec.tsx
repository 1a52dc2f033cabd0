import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ForgetPerson, referenceIn } from './forget-person.tsx'

/** The line to the server; each test says what comes back. */
const line = vi.fn<typeof fetch>()
beforeEach(() => {
  line.mockReset()
  vi.stubGlobal('fetch', line)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const answer =
  (body: object, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status })
const said = { unreadable: ['The captain’s name.'], remains: ['The team’s name.'] }
const open = async (subject: string, name: string) => {
  render(
    <QueryClientProvider client={queryClient}>
      <ForgetPerson subject={subject} name={name} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Forget…' }))
  return screen.findByRole('alertdialog')
}
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Forget for Good' }))
const requests = () => line.mock.calls.map(([url, request]) => [String(url), request?.body])

describe('forgetting a person from their story', () => {
  it('shows what goes and what stays before it asks, and does it once', async () => {
    line.mockImplementation(answer(said))
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
    line.mockImplementation(answer({ code: 'LAST_TD', message: 'The last TD cannot be removed.' }, 409))
    await open('user-7', 'Becky')
    await screen.findByText('The last TD cannot be removed.')
    confirm()
    expect(line).toHaveBeenCalledTimes(1)
  })

  it('is offered where there is a person', () => {
    expect(referenceIn('signup-1-2')).toEqual({ signup: '1-2' })
    for (const subject of ['slot-1', 'photo-2', 'audit', 'attempt-3']) expect(referenceIn(subject)).toBeNull()
  })
})
