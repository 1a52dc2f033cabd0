import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RenewLink } from './renew-link.tsx'

const send = vi.fn<(key: string) => Promise<void>>()
const onEnded = vi.fn()
beforeEach(() => {
  send.mockReset()
  onEnded.mockReset()
  render(
    <QueryClientProvider client={queryClient}>
      <RenewLink send={send} ends="Your team stays." onEnded={onEnded} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send me a new link, and end this one…' }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const end = () => fireEvent.click(screen.getByRole('button', { name: 'End This Link' }))

it('asks first, says what ends and what follows, and ends the link once that is confirmed', async () => {
  send.mockResolvedValue()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'All links we emailed you before stop working, for anyone who has them. Your team stays.',
  )
  expect(question.textContent).toContain('We’ll email a new link to the same address.')
  expect(send).not.toHaveBeenCalled()
  end()
  await waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('ends nothing where one thinks again', async () => {
  await screen.findByRole('alertdialog')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(send).not.toHaveBeenCalled()
})

it('says why it could not be ended, and can be asked again', async () => {
  send.mockRejectedValueOnce(new Error('down')).mockResolvedValue()
  await screen.findByRole('alertdialog')
  end()
  await screen.findByText('Your link could not be ended. Please try again.')
  end()
  await waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
})
