import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toaster } from './toaster.tsx'

beforeAll(() => import('./toast-stack.tsx'))

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Waits until the toast is drawn; hardly any of its time passes meanwhile. */
function shown(text: string) {
  const look = async () => {
    await pass(1)
    return screen.getByText(text)
  }
  return vi.waitFor(look, { interval: 10, timeout: 4000 })
}

describe('a toast', () => {
  it('that was raised before anything could draw it is shown, in a polite live region', async () => {
    toast.success('User deleted successfully!')
    render(<Toaster />)

    const drawn = await shown('User deleted successfully!')

    expect(drawn.closest('[aria-live="polite"]')).not.toBeNull()
  })

  it('goes by itself after 3000 ms', async () => {
    render(<Toaster />)
    act(() => toast.success('Email sent successfully!'))
    await shown('Email sent successfully!')

    await pass(2500)
    expect(screen.queryByText('Email sent successfully!')).not.toBeNull()

    await pass(600)
    expect(screen.queryByText('Email sent successfully!')).toBeNull()
  })

  it('runs its undo once and goes at once', async () => {
    const undo = vi.fn()
    render(<Toaster />)
    act(() => toast.success('Turkey checked in', { undo }))

    await shown('Turkey checked in')

    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await pass(100)

    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('Turkey checked in')).toBeNull()
  })

  it('of an error says in a word that it is one', async () => {
    render(<Toaster />)
    act(() => toast.error('Failed to delete photo'))
    await shown('Failed to delete photo')

    expect(screen.getByRole('img', { name: 'Error:' })).toBeTruthy()
  })
})
