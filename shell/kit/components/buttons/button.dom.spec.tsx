import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

describe('a button', () => {
  it('does not send a form unless it is told to', async () => {
    const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={sent}>
        <Button>Add alternate contact</Button>
        <Button type="submit">Register</Button>
      </form>,
    )

    await userEvent.click(screen.getByRole('button', { name: 'Add alternate contact' }))
    expect(sent).not.toHaveBeenCalled()

    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
    expect(sent).toHaveBeenCalledOnce()
  })

  it('that is busy keeps its name and its focus, and swallows clicks and the sending of its form', async () => {
    const clicked = vi.fn()
    const sent = vi.fn()
    render(
      <form onSubmit={sent}>
        <Button type="submit" busy onClick={clicked}>
          Register
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: 'Register' })

    await userEvent.click(button)

    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(button)
    expect(clicked).not.toHaveBeenCalled()
    expect(sent).not.toHaveBeenCalled()
  })
})
