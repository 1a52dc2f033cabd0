import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWithQueries, stubServer } from '../request/server.fixture.tsx'
import { RenewLink, RequestForgetting } from './own-link.tsx'

const server = stubServer()

describe('A request to end a private link', () => {
  const send = vi.fn<(key: string) => Promise<void>>()
  const onEnded = vi.fn()
  beforeEach(() => {
    send.mockReset()
    onEnded.mockReset()
    renderWithQueries(<RenewLink send={send} ends="Your team stays." onEnded={onEnded} />)
    fireEvent.click(screen.getByRole('button', { name: 'Send me a new link, and end this one…' }))
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
})

describe('A request to be forgotten', () => {
  beforeEach(() => {
    renderWithQueries(<RequestForgetting link="a-token" remains="Your team stays on the list." />)
  })

  const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Ask to Be Forgotten' }))
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Forget me…' }))
    return screen.findByRole('alertdialog')
  }

  it('asks first, sends the link, and says what follows', async () => {
    server.mockImplementation(async () => new Response('{}', { status: 202 }))
    const dialog = await open()
    expect(dialog.textContent).toContain('Your team stays on the list.')
    expect(server).not.toHaveBeenCalled()
    ask()
    await screen.findByText('We have your request to be forgotten.')
    expect(server.mock.calls.map(([url, request]) => [String(url), request?.body])).toEqual([
      [expect.stringMatching(/\/api\/people\/forget-requests$/), '{"link":"a-token"}'],
    ])
    expect(screen.queryByRole('button', { name: 'Forget me…' })).toBeNull()
  })

  it('says when it could not be sent, and can be asked again', async () => {
    server.mockImplementation(async () => new Response('{"message":"Too many."}', { status: 422 }))
    await open()
    ask()
    await screen.findByText(/Too many|could not be sent/)
    expect(screen.getByRole('button', { name: 'Ask to Be Forgotten' })).toBeTruthy()
  })
})
