import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestForgetting } from './request-forgetting.tsx'

/** The line to the server; each test says what comes back. */
const line = vi.fn<typeof fetch>()
beforeEach(() => {
  line.mockReset()
  vi.stubGlobal('fetch', line)
  render(
    <QueryClientProvider client={queryClient}>
      <RequestForgetting link="a-token" remains="Your team stays on the list." />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Ask to Be Forgotten' }))
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Forget me…' }))
  return screen.findByRole('alertdialog')
}

it('asks first, sends the link, and says what follows', async () => {
  line.mockImplementation(async () => new Response('{}', { status: 202 }))
  const dialog = await open()
  expect(dialog.textContent).toContain('Your team stays on the list.')
  expect(line).not.toHaveBeenCalled()
  ask()
  await screen.findByText('We have your wish to be forgotten.')
  expect(line.mock.calls.map(([url, request]) => [String(url), request?.body])).toEqual([
    [expect.stringMatching(/\/api\/people\/forget-requests$/), '{"link":"a-token"}'],
  ])
  expect(screen.queryByRole('button', { name: 'Forget me…' })).toBeNull()
})

it('says when it could not be sent, and can be asked again', async () => {
  line.mockImplementation(async () => new Response('{"message":"Too many."}', { status: 422 }))
  await open()
  ask()
  await screen.findByText(/Too many|could not be sent/)
  expect(screen.getByRole('button', { name: 'Ask to Be Forgotten' })).toBeTruthy()
})
